// @ts-check
/** Requests to the server, and the token that a link carried here. */

const TOKEN = "tileref.token";

/** An answer that is not what was asked for: `status` is 0 where there was no answer at all. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} sentence
   */
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

/** Keep the token of the link this page was opened with, and take it out of the address, where others could see it.
 * Whether there was one. */
export function takeToken() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token === null) return false;
  sessionStorage.setItem(TOKEN, token);
  history.replaceState(history.state, "", location.pathname + location.search);
  return true;
}

/**
 * The address of a socket.
 * @param {string} path
 * @param {Record<string, string | number>} [parameters]
 */
export function socketAddress(path, parameters = {}) {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  const token = sessionStorage.getItem(TOKEN);
  const all = token === null ? parameters : { ...parameters, token };
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, String(value));
  return url.href;
}

/**
 * @param {string} path
 * @param {Record<string, string | number>} [parameters]
 * @returns {Promise<any>}
 */
export async function get(path, parameters = {}) {
  return (await request("GET", path, parameters)).json();
}

/**
 * @param {"POST" | "PUT" | "DELETE"} method
 * @param {string} path
 * @param {object | FormData | null} body
 * @param {Record<string, string | number>} [parameters]
 * @returns {Promise<any>}
 */
export async function send(method, path, body, parameters = {}) {
  const answer = await request(method, path, parameters, body);
  const text = await answer.text();
  return text ? JSON.parse(text) : null;
}

/**
 * A picture or file of the server; a token cannot be sent with an <img>.
 * @param {string} path
 * @param {Record<string, string | number>} [parameters]
 */
export async function fetchBlob(path, parameters = {}) {
  return (await request("GET", path, parameters)).blob();
}

/**
 * The same as an address within this page.
 * @param {string} path
 * @param {Record<string, string | number>} [parameters]
 */
export async function fetchFile(path, parameters = {}) {
  return URL.createObjectURL(await fetchBlob(path, parameters));
}

/**
 * Save a file of the server under a name.
 * @param {string} path
 * @param {string} name
 * @param {Record<string, string | number>} [parameters]
 */
export async function saveFile(path, name, parameters = {}) {
  const address = await fetchFile(path, parameters);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the file by then, however slow the disk is.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Record<string, string | number>} parameters
 * @param {object | FormData | null} [body]
 */
async function request(method, path, parameters, body = null) {
  const url = new URL(path, location.href);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value));
  /** @type {Record<string, string>} */
  const headers = {};
  const token = sessionStorage.getItem(TOKEN);
  if (token !== null) headers["Authorization"] = `Bearer ${token}`;
  const isForm = body instanceof FormData;
  if (body !== null && !isForm) headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(url, { method, headers, body: isForm ? body : body === null ? null : JSON.stringify(body) });
  } catch {
    throw new ApiError(0, "");
  }
  if (!answer.ok) throw new ApiError(answer.status, await sentenceOf(answer));
  return answer;
}

/** @param {Response} answer */
async function sentenceOf(answer) {
  try {
    const { error } = await answer.json();
    return typeof error === "string" ? error : "";
  } catch {
    return "";
  }
}
