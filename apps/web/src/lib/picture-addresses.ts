/** Matches pictures of this site, or over https. */
const SHOWABLE = /^(?:https:\/\/|\/file\/img\/)/

/** Address of a picture from upstream; empty for one that must not be shown. */
export function toPictureAddress(address: string | null | undefined): string {
  const trimmed = address?.trim() ?? ''
  return SHOWABLE.test(trimmed) ? trimmed : ''
}

/** Reads addresses joined by commas, often with a trailing one. */
export function splitPictureAddresses(joined: string | null | undefined): string[] {
  return (joined ?? '').split(',').map(toPictureAddress).filter(Boolean)
}

/** Whether the address is a video, which some upstreams accept as a picture. */
export function isVideo(address: string): boolean {
  return /\.mp4(?:[?#]|$)/i.test(address)
}
