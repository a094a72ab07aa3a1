import type { LookupTexts } from '../texts/texts.tsx'

/** @param origin scheme and host of this site; when empty, the result is only the path */
export function toShareAddress(origin: string, path: string, { secret }: { secret: string }): string {
  return `${origin}${path}${secret}`
}

export function revokeAddress(
  origin: string,
  { revokePath }: Pick<LookupTexts['share'], 'revokePath'>,
  key: string,
): string {
  return `${origin}${revokePath}?key=${key}`
}
