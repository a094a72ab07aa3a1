/**
 * Classifies why a request over TLS failed: the name does not resolve, the certificate is not accepted (also when the
 * server does not send its chain), or anything else.
 */
export function classifyNetworkError(error: unknown): 'name' | 'certificate' | 'connection' {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (/^E(?:NOTFOUND|NODATA|SERVFAIL|TIMEOUT|REFUSED|AI_)/.test(code)) return 'name'
  if (/CERT|TLS|SSL|^UNABLE_TO_/.test(code)) return 'certificate'
  return 'connection'
}
