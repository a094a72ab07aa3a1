/**
 * User-written URLs, parsed as a browser parses them on a page of the site: against both schemes, because `https:?a=1` is
 * relative on an https page. Both servers import it, so it loads no schemas.
 */
const PICTURES = '/file/img/'
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/
/** Host of the site when none is configured, as in a trial on this machine. */
const UNKNOWN_HOST = 'localhost'
/** An address in the form of uploaded files. */
const PLAIN_UPLOAD = /^\/file\/img\/[\w-]+(?:\.[\w-]+)*$/
/** An address that means the same on every page. */
const ABSOLUTE = /^https?:\/\//i

function parseWithBothSchemes(address: string, host: string): URL[] {
  // `URL.canParse` is newer than the oldest supported browsers.
  return [`https://${host}/`, `http://${host}/`].slice(ABSOLUTE.test(address) ? 1 : 0).flatMap((base) => {
    try {
      return [new URL(address, base)]
    } catch {
      return []
    }
  })
}

/**
 * Whether a URL has a parameter `token` in its query or fragment. Such a link to this site could log the reader in to another
 * account, and one to another site reveals a secret, so the host does not matter.
 */
export function carriesToken(address: string): boolean {
  if (!/[?#]/.test(address)) return false
  return parseWithBothSchemes(address, UNKNOWN_HOST).some(({ search, hash }) => {
    const parameters = new URLSearchParams(`${search}&${hash}`.replaceAll(/[?#;]/g, '&'))
    return [...parameters.keys()].some((name) => name.trim().toLowerCase() === 'token')
  })
}

/**
 * Creates a check of whether an address may be shown as a picture: on another host by http or https, on this one only an upload.
 * Any other address of this site may be a call, which every reader's browser would make.
 * @param origin origin of the site, `null` where it is not configured
 */
export function createPictureCheck(origin: string | null): (address: string) => boolean {
  const host = origin === null ? UNKNOWN_HOST : new URL(origin).host
  const ownName = new URL(`http://${host}`).hostname
  return (address) => {
    if (PLAIN_UPLOAD.test(address)) return true
    const urls = parseWithBothSchemes(address, host)
    return urls.length > 0 && urls.every((url) => isPicture(url, ownName))
  }
}

function isPicture({ protocol, hostname, pathname }: URL, ownName: string): boolean {
  if (protocol !== 'https:' && protocol !== 'http:') return false
  const name = hostname.replace(/\.$/, '')
  const isOwn = name === ownName || (LOOPBACK.test(name) && LOOPBACK.test(ownName))
  return !isOwn || (pathname.startsWith(PICTURES) && !/%2f|%5c/i.test(pathname))
}
