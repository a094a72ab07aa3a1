/** The code of a mail's link, in the fragment of the address. */
export function mailedCode(): string {
  const code = new URLSearchParams(location.hash.slice(1)).get('code') ?? ''
  return /^[\w-]{43}$/.test(code) ? code : ''
}
