// Runs before Caddy: checks the name, and the certificate files if there are any, and copies them to where Caddy reads them.
//
//   node prepare.mts GIVEN TO     GIVEN may have fullchain.pem and privkey.pem; exit code 2 and one line for a bad value
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const FILES = { chain: 'fullchain.pem', key: 'privkey.pem' }
const DAY_MS = 24 * 60 * 60 * 1000
/** Warns when the certificate expires within this many days. */
const WARN_DAYS = 21

export class Refused extends Error {
  override name = 'Refused'
}

/** Configuration lines for Caddy, and a line for the log. */
interface Prepared {
  caddyfile: string
  line: string
}

/**
 * @param given folder with the operator's certificate, or without one
 * @param to folder that Caddy reads
 * @throws Refused one line: the name or the file, and what is accepted
 */
export function prepare(origin: string | undefined, given: string, to: string, nowMs: number): Prepared {
  const name = readHostName(origin)
  const has = Object.values(FILES).filter((file) => existsSync(path.join(given, file)))
  const prepared = has.length === 0 ? prepareAutomatic(name) : prepareFiles(name, given, to, nowMs)
  write(to, 'certificate.caddy', prepared.caddyfile)
  return prepared
}

/** Returns the host name. Caddy reads the origin as the address of a site, so it must contain nothing else. */
function readHostName(origin: string | undefined): string {
  const accepted = 'accepted is https:// and a name without a port, such as https://www.example.cn'
  if (!origin) throw new Refused(`PUBLIC_ORIGIN is not set: ${accepted}`)
  const url = URL.canParse(origin) ? new URL(origin) : null
  const isName = url?.hostname.includes('.') && isIP(url.hostname) === 0
  if (url?.protocol !== 'https:' || url.origin !== origin || url.port !== '' || !isName) {
    throw new Refused(`PUBLIC_ORIGIN is "${origin}": ${accepted}`)
  }
  return url.hostname
}

function prepareAutomatic(name: string): Prepared {
  return {
    caddyfile: '# No certificate files: Caddy gets certificates by ACME.\n',
    line: `Certificates for ${name} by ACME. Its DNS must point here, and ports 80 and 443 be open to the internet.`,
  }
}

function prepareFiles(name: string, given: string, to: string, nowMs: number): Prepared {
  const chain = readGiven(given, FILES.chain)
  const key = readGiven(given, FILES.key)
  const certificate = readCertificate(chain)
  if (!certificate.checkHost(name)) {
    throw new Refused(`${FILES.chain} is for ${certificate.subjectAltName ?? 'no name'}, not for ${name}`)
  }
  if (!certificate.checkPrivateKey(readKey(key))) throw new Refused(`${FILES.key} is not the key of ${FILES.chain}`)
  const days = Math.floor((certificate.validToDate.getTime() - nowMs) / DAY_MS)
  if (days < 0) throw new Refused(`${FILES.chain} expired on ${certificate.validTo}`)
  // The file is readable for Caddy's user within the volume, which no other service mounts.
  write(to, FILES.chain, chain)
  write(to, FILES.key, key)
  const soon = days < WARN_DAYS ? ` Replace it within ${days} days.` : ''
  return {
    caddyfile: `tls /run/certificate/${FILES.chain} /run/certificate/${FILES.key}\n`,
    line: `Certificate from files for ${name}, valid until ${certificate.validTo}.${soon}`,
  }
}

function readGiven(folder: string, file: string): string {
  try {
    return readFileSync(path.join(folder, file), 'utf8')
  } catch {
    throw new Refused(`${file} cannot be read: accepted are ${FILES.chain} and ${FILES.key} together, or neither`)
  }
}

function readCertificate(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw new Refused(`${FILES.chain} is no certificate in PEM form`)
  }
}

function readKey(pem: string) {
  try {
    return createPrivateKey(pem)
  } catch {
    throw new Refused(`${FILES.key} is no private key in PEM form without a password`)
  }
}

/** Writes a file by renaming, so that Caddy never reads half of it. */
function write(folder: string, file: string, text: string): void {
  const unfinished = path.join(folder, `${file}.new`)
  // An interrupted run leaves a read-only file, which cannot be overwritten.
  rmSync(unfinished, { force: true })
  writeFileSync(unfinished, text, { mode: 0o444 })
  renameSync(unfinished, path.join(folder, file))
}

const [, script = '', given, to] = process.argv
if (import.meta.url === pathToFileURL(script).href) {
  if (!given || !to) throw new Error('usage: node prepare.mts GIVEN TO')
  try {
    // biome-ignore lint/style/noProcessEnv: a program of its own.
    process.stdout.write(`${prepare(process.env.PUBLIC_ORIGIN, given, to, Date.now()).line}\n`)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 2
  }
}
