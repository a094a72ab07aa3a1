import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createNoteSigner } from '../../../packages/contract/src/tlog/note-signing.ts'
import {
  COSIGNATURE,
  ED25519,
  formatVerifierKey,
  isKeyName,
  readVerifierKey,
  type VerifierKey,
} from '../../../packages/contract/src/tlog/signed-notes.ts'
import { createWitnessServer } from './witness-server.ts'
import { openWitnessStore } from './witness-store.ts'

const USAGE = `npm run log:witness -- --name NAME --log KEY [--log KEY …] [--data FOLDER] [--host HOST] [--port PORT]
  --name   of the witness, e.g. witness.example/w1; part of its key and fixed when that is made, at the first start
  --log    verifier key of a log that is followed; may be repeated
  --data   folder of its key and of what it has cosigned, .data/witness by default. Never restore it from a backup
  --host, --port   where it listens, 127.0.0.1 and 8090 by default; put a server with TLS in front`

const DEFAULT_PORT = 8090
const PORT_MAX = 65_535

/** The arguments are wrong. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export interface CommandOptions {
  args: readonly string[]
  /** Base of relative paths. */
  folder: string
  print: (line: string) => void
  now?: () => number
}

/**
 * Starts `npm run log:witness`. Resolves when it listens.
 * @throws UsageError for wrong arguments
 */
export async function startWitness({
  args,
  folder,
  print,
  now = Date.now,
}: CommandOptions): Promise<{ stop(): Promise<void> }> {
  const values = readArguments(args)
  const logs = await Promise.all((values.log ?? []).map(readLogKey))
  if (logs.length === 0) throw new UsageError(USAGE)
  const port = Number(values.port ?? DEFAULT_PORT)
  if (!Number.isInteger(port) || port < 0 || port > PORT_MAX) throw new UsageError(`--port ${values.port}: no port`)
  if (values.name !== undefined && !isKeyName(values.name)) throw new UsageError(`--name ${values.name}: no name`)

  const store = openWitnessStore(path.resolve(folder, values.data ?? path.join('.data', 'witness')))
  const identity = store.identity(values.name)
  if (!identity || (values.name !== undefined && identity.name !== values.name)) {
    store.close()
    throw new UsageError(identity ? `${store.file} has the key of ${identity.name}, not of ${values.name}` : USAGE)
  }
  const signer = await createNoteSigner(identity.name, identity.seed, COSIGNATURE)
  const server = createWitnessServer({
    store,
    signer,
    logs,
    now,
    onError: (error) => print(`FAILED  ${error.message}`),
    onRefused: printOnce(print),
  })
  await listen(server, port, values.host ?? '127.0.0.1')
  const { address, port: listensAt } = server.address() as AddressInfo
  print(`Witness    ${formatVerifierKey(signer.key)}`)
  for (const { name } of logs) print(`Log        ${name}, ${store.find(name)?.size ?? 0} entries cosigned`)
  print(`Listening  http://${address.includes(':') ? `[${address}]` : address}:${listensAt}`)
  return {
    async stop() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      })
      store.close()
    },
  }
}

function readArguments(args: readonly string[]) {
  const text = { type: 'string' } as const
  const options = { name: text, log: { ...text, multiple: true }, data: text, host: text, port: text } as const
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${USAGE}`)
  }
}

async function readLogKey(text: string): Promise<VerifierKey> {
  const key = await readVerifierKey(text)
  if (key?.type !== ED25519) throw new UsageError(`--log ${text}: no verifier key of a log`)
  return key
}

/** Prints a checkpoint that is sent repeatedly only once. */
function printOnce(print: (line: string) => void) {
  const printed = new Set<string>()
  return (what: string, note: string) => {
    if (printed.has(note) || printed.size >= 1000) return
    printed.add(note)
    print(`REFUSED    ${what}\n${note.trimEnd()}`)
  }
}

const listen = (server: Server, port: number, host: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
