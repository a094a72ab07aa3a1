import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type ComposeProject, createProject, findPublishedPort } from '../compose-project.ts'
import { makeTlsFolder, NAME, type TlsFolder } from './certificates.ts'
import { prepareTlsImages } from './images.ts'
import { createVisitor, type Visitor } from './visitor.ts'

export interface TlsSite {
  project: ComposeProject
  folder: TlsFolder
  visitor: Visitor
  variables: Record<string, string>
  /**
   * Starts everything; afterwards visitors trust the ACME server's authority, that of this start or of the one before.
   */
  up(options?: { keepsAuthority?: boolean }): Promise<void>
  /** Makes visitors trust the local authority only, for a certificate from files. */
  trustFiles(): void
  remove(): Promise<void>
}

export const COMPOSE_FILES = ['tests/containers/tls/acme.compose.yml']

/** Creates a Compose project of a profile with TLS, beside an ACME server. Starts nothing yet. */
export async function createTlsSite(name: string, profile: 'tls' | 'scale-tls'): Promise<TlsSite> {
  const folder = makeTlsFolder(name)
  const [httpPort, httpsPort] = [await findPublishedPort(), await findPublishedPort()]
  const variables = {
    ...(await prepareTlsImages()),
    TLS_TEST: folder.path,
    HTTP_PORT: String(httpPort),
    HTTPS_PORT: String(httpsPort),
    PUBLIC_ORIGIN: `https://${NAME}`,
    ACME_CA: 'https://acme:14000/dir',
  }
  const project = await createProject({ name, profile, environment: variables, files: COMPOSE_FILES })
  const ca = () => readFileSync(path.join(folder.path, 'root.pem'), 'utf8')
  return {
    project,
    folder,
    variables,
    visitor: createVisitor({ httpPort, httpsPort, ca }),
    async up({ keepsAuthority = false } = {}) {
      await project.up()
      if (keepsAuthority) return
      const roots = ['wget', '-q', '-O', '-', '--no-check-certificate', 'https://127.0.0.1:15000/roots/0']
      const issued = await project.exec('acme', roots)
      writeFileSync(
        path.join(folder.path, 'root.pem'),
        `${issued}\n${readFileSync(path.join(folder.path, 'ca.pem'), 'utf8')}`,
      )
    },
    trustFiles: () => copyFileSync(path.join(folder.path, 'ca.pem'), path.join(folder.path, 'root.pem')),
    async remove() {
      await project.remove()
      folder.remove()
    },
  }
}
