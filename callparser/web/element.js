// Making pieces of the page.

export const byId = (id) => document.getElementById(id);

/** An element with properties (`lang`, `className`, `type` ...) and children (elements or texts). */
export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

export function options(select, pairs, chosen) {
  select.replaceChildren(
    ...pairs.map(([value, text]) => element("option", { value, textContent: text, selected: value === chosen })),
  );
}
