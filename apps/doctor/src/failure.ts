/** Reason why a connection failed, and what an operator can do about it. */
export interface Failure {
  why: string
  remedy: string
  /** Nothing listens there: the server was not started. */
  isAbsent?: true
  /** The name does not resolve on this machine. */
  isNameless?: true
}

const UNTRUSTED: Failure = {
  why: 'its TLS certificate is not trusted',
  remedy:
    'Install a certificate of a known authority with its whole chain; for an authority of your own start with NODE_EXTRA_CA_CERTS=FILE',
}
const NO_NAME: Failure = {
  why: 'its name is not known to DNS',
  remedy: 'Correct the name, or add it to DNS',
  isNameless: true,
}
const TOO_SLOW: Failure = { why: 'it does not answer in time', remedy: 'Look at its load, and at firewalls between' }
const NO_TLS: Failure = { why: 'it does not speak TLS', remedy: 'Use the port that speaks TLS, or the scheme without' }
const BROKEN: Failure = { why: 'it breaks the connection off', remedy: 'Look at its log, and at proxies between' }

const KNOWN: Readonly<Record<string, Failure>> = {
  ECONNREFUSED: { why: 'nothing listens there', remedy: 'Start it', isAbsent: true },
  EHOSTUNREACH: { why: 'there is no way to it', remedy: 'Look at the network and firewalls between' },
  ENETUNREACH: { why: 'there is no way to it', remedy: 'Look at the network and firewalls between' },
  ENOTFOUND: NO_NAME,
  EAI_AGAIN: NO_NAME,
  ECONNRESET: BROKEN,
  EPIPE: BROKEN,
  UND_ERR_SOCKET: BROKEN,
  ETIMEDOUT: TOO_SLOW,
  UND_ERR_CONNECT_TIMEOUT: TOO_SLOW,
  UND_ERR_HEADERS_TIMEOUT: TOO_SLOW,
  UND_ERR_BODY_TIMEOUT: TOO_SLOW,
  EPROTO: NO_TLS,
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_HAS_EXPIRED: { why: 'its TLS certificate has expired', remedy: 'Renew the certificate' },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    why: 'its TLS certificate is for another name',
    remedy: 'Use the name that the certificate is for, or install one for this name',
  },
}

/** Explains a connection error. Never repeats its message, which may contain a URL with a password. */
export function describeFailure(error: unknown): Failure {
  const code = findCode(error)
  return KNOWN[code] ?? { why: `it cannot be reached (${code || 'unknown error'})`, remedy: BROKEN.remedy }
}

/** Returns the first code of an error, of its cause or of an aggregate's first error. */
function findCode(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if (error.name === 'TimeoutError') return 'ETIMEDOUT'
  const { code, cause } = error as NodeJS.ErrnoException
  const inner = error instanceof AggregateError ? error.errors[0] : cause
  const own = typeof code === 'string' ? code : ''
  return KNOWN[own] ? own : findCode(inner) || own
}
