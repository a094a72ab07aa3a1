import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../docker.ts'

export const NAME = 'www.example.cn'

/**
 * Folder with the files that the containers of a suite read; inside the checkout, as an engine may see nothing else.
 */
export interface TlsFolder {
  path: string
  /** Writes the operator's certificate files: a new certificate for a name, from the local authority `ca.pem`. */
  giveCertificate(name: string): void
  takeCertificate(): void
  remove(): void
}

/** Makes a local authority, and the certificate and the configuration of an ACME server. */
export function makeTlsFolder(suite: string): TlsFolder {
  const folder = path.join(root, '.cache', `tls-${suite}-${process.pid}`)
  const given = path.join(folder, 'given')
  mkdirSync(given, { recursive: true })
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const ecKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const isAuthority = ['-addext', 'basicConstraints=critical,CA:TRUE']
  openssl(
    'req',
    '-x509',
    ...ecKey,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-subj',
    '/CN=local authority',
    ...isAuthority,
  )

  function issue(name: string, files: { key: string; certificate: string }): void {
    openssl('req', ...ecKey, '-keyout', files.key, '-out', 'request.pem', '-subj', `/CN=${name}`)
    writeFileSync(path.join(folder, 'names'), `subjectAltName=DNS:${name}\n`)
    const from = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names', '-days', '60']
    openssl('x509', '-req', '-in', 'request.pem', ...from, '-out', files.certificate)
  }
  issue('acme', { key: 'acme.key', certificate: 'acme.pem' })
  writeFileSync(path.join(folder, 'pebble.json'), JSON.stringify({ pebble: PEBBLE }))

  return {
    path: folder,
    giveCertificate: (name) => issue(name, { key: 'given/privkey.pem', certificate: 'given/fullchain.pem' }),
    takeCertificate: () => {
      for (const file of ['privkey.pem', 'fullchain.pem']) rmSync(path.join(given, file), { force: true })
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

const PEBBLE = {
  listenAddress: '0.0.0.0:14000',
  managementListenAddress: '0.0.0.0:15000',
  certificate: '/test/acme.pem',
  privateKey: '/test/acme.key',
  httpPort: 80,
  tlsPort: 443,
}
