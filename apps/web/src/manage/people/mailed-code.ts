/** Reads the code of a mailed link from the fragment of the address. */
export function readMailedCode(): string {
  const code = new URLSearchParams(location.hash.slice(1)).get('code') ?? ''
  return /^[\w-]{43}$/.test(code) ? code : ''
}
