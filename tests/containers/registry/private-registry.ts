import { createHash, randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort } from '../../../scripts/servers/free-port.ts'
import { root, run } from '../docker.ts'

/** The only package of the registry. */
export const PACKAGE = 'only-in-the-private-registry'
/** Folders in the last stage of the Dockerfile, which is available once the image is built. */
const PARTS = ['packages/contract', 'packages/server', 'apps/web', 'apps/bff', 'apps/upstream', 'apps/doctor']

/** Script of a server that sends the package's archive over TLS to requests with the token. */
const SERVER = `
require('node:https').createServer({ key: process.env.KEY, cert: process.env.CERT }, (request, response) => {
  const isAllowed = request.headers.authorization === 'Bearer ' + process.env.TOKEN
  response.writeHead(isAllowed ? 200 : 401).end(isAllowed ? Buffer.from(process.env.ARCHIVE, 'base64') : '')
}).listen(Number(process.env.PORT), '127.0.0.1')`

/**
 * Starts a registry with a certificate of its own CA that requires a token, and writes a project with one package of
 * it.
 * @param image image that contains Node
 */
export async function startPrivateRegistry(image: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'private-registry-'))
  const container = `portal-test-registry-${process.pid}`
  const token = randomBytes(24).toString('hex')
  const port = await findFreePort()
  const archive = await makeArchive(folder)
  const context = writeProject(folder, archive)
  const files = { KEY: path.join(folder, 'key.pem'), CERT: path.join(folder, 'cert.pem') }
  const subject = ['-subj', '/CN=registry.test', '-addext', 'subjectAltName=DNS:registry.test']
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', files.KEY]
  await run('openssl', ['req', '-x509', '-days', '1', ...key, '-out', files.CERT, ...subject])
  const ca = readFileSync(files.CERT, 'utf8')
  const variables = { PORT: String(port), TOKEN: token, ARCHIVE: archive.toString('base64') }
  const env = { ...variables, KEY: readFileSync(files.KEY, 'utf8'), CERT: ca }
  const names = Object.keys(env).flatMap((name) => ['--env', name])
  // The registry runs in the engine's own network, as the build does.
  const args = ['run', '--detach', '--rm', '--init', '--network', 'host', '--no-healthcheck', '--name', container]
  await run('docker', [...args, ...names, image, 'node', '-e', SERVER], { env })
  return {
    /** Folder of the build. */
    context,
    token,
    ca,
    npmrc: [
      `registry=https://registry.test:${port}/`,
      `//registry.test:${port}/:_authToken=${token}`,
      'cafile=/run/secrets/ca',
      'fetch-retries=0',
    ].join('\n'),
    async stop() {
      await run('docker', ['rm', '--force', container])
      rmSync(folder, { recursive: true })
    },
  }
}

async function makeArchive(folder: string): Promise<Buffer> {
  mkdirSync(path.join(folder, 'package'))
  writeFileSync(path.join(folder, 'package/package.json'), JSON.stringify({ name: PACKAGE, version: '1.0.0' }))
  const file = path.join(folder, 'package.tgz')
  await run('tar', ['--create', '--gzip', '--file', file, '--directory', folder, 'package'])
  return readFileSync(file)
}

/** Writes the project's Dockerfile with package files of the same names, and a lockfile. */
function writeProject(folder: string, archive: Buffer): string {
  const context = path.join(folder, 'context')
  mkdirSync(context)
  for (const file of ['Dockerfile', '.npmrc']) cpSync(path.join(root, file), path.join(context, file))
  const top = { name: 'small', version: '1.0.0', workspaces: PARTS, dependencies: { [PACKAGE]: '1.0.0' } }
  const packages: Record<string, object> = { '': top }
  for (const part of PARTS) {
    const own = { name: `@small/${path.basename(part)}`, version: '1.0.0' }
    mkdirSync(path.join(context, part), { recursive: true })
    writeFileSync(path.join(context, part, 'package.json'), JSON.stringify(own))
    packages[part] = own
    packages[`node_modules/${own.name}`] = { resolved: part, link: true }
  }
  packages['apps/bff'] = { ...packages['apps/bff'], dependencies: { [PACKAGE]: '1.0.0' } }
  packages[`node_modules/${PACKAGE}`] = {
    version: '1.0.0',
    resolved: `https://registry.npmjs.org/${PACKAGE}/-/${PACKAGE}-1.0.0.tgz`,
    integrity: `sha512-${createHash('sha512').update(archive).digest('base64')}`,
  }
  writeFileSync(path.join(context, 'apps/bff/package.json'), JSON.stringify(packages['apps/bff']))
  writeFileSync(path.join(context, 'package.json'), JSON.stringify(top))
  const lock = { name: 'small', version: '1.0.0', lockfileVersion: 3, requires: true, packages }
  writeFileSync(path.join(context, 'package-lock.json'), JSON.stringify(lock))
  return context
}
