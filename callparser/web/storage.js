// What is remembered: settings for good; the table, the deal and the ruling while the window is open. Storage may be forbidden.

const at = (store, read) => {
  try {
    return read(window[store]);
  } catch {
    return null; // forbidden, full, or another program's text: nothing is remembered
  }
};

const load = (store, key) => at(store, (found) => JSON.parse(found.getItem(key)));
const save = (store, key, value) => at(store, (found) => found.setItem(key, JSON.stringify(value)));

const SETTINGS = "callparser.settings";
const TABLE = "callparser.table";
const DEAL = "callparser.deal";
const RULING = "callparser.ruling";

export const loadSettings = () => load("localStorage", SETTINGS) ?? {};
export const saveSettings = (settings) => save("localStorage", SETTINGS, settings);
export const loadTable = () => load("sessionStorage", TABLE);
export const saveTable = (table) => save("sessionStorage", TABLE, table);
export const loadDeal = () => load("sessionStorage", DEAL);
export const saveDeal = (deal) => save("sessionStorage", DEAL, deal);
export const loadRuling = () => load("sessionStorage", RULING);
export const saveRuling = (ruling) => save("sessionStorage", RULING, ruling);
