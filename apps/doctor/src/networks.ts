import { isIP } from 'node:net'

/** Whether the host is loopback, in a private network, or a name without public DNS. */
export function isInside(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) === 4) return /^(?:127|10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254)\./.test(host)
  if (isIP(host) === 6) return host === '::1' || /^f[cde]/i.test(host)
  return !host.includes('.') || /\.(?:local|localhost|internal|lan|test)$/i.test(host)
}

/** Whether the host is loopback. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}
