// The token of a service that wants one: behind the # of the page's address, which is never sent.

export const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";

/** The same on a page that a link leads to. */
export function keepToken(link) {
  if (token) link.hash = location.hash;
}

/** What `fetch` is given beside the address. */
export const authorised = token ? { headers: { authorization: `Bearer ${token}` } } : {};
