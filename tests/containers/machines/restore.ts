import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import { makeBucket } from '../../../apps/upstream/src/testing/stores.ts'
import { RECEIPT_KEYS_PATH } from '../../../packages/contract/src/certificates/certificate-receipt.ts'
import { type Account, type BrowserLogin, logIn } from '../../chat/browser-login.ts'
import { readDocumentedCommands } from '../documented-commands.ts'
import type { Machine, MachineFleet } from './machine-fleet.ts'

const [BACKUP = ''] = readDocumentedCommands('docs/scale.md', '### Backups')
const [RESTORE_KEYS = '', RESTORE_DATA = '', CONTINUE_LOG = ''] = readDocumentedCommands(
  'docs/scale.md',
  '### Restoring on new machines',
)
const ADMIN = ['run', '--rm', '--no-deps', 'upstream', 'node', 'apps/upstream/src/operator.ts', 'admin']
/** A certificate of the demo content, which is in the public log. */
const CERTIFICATE = { certificateNo: 'SH20261103001285', checkCode: '7K3M9Q' }

interface Options {
  fleet: MachineFleet
  /** Image of the new machines. */
  image: string
  /** Addresses of uploaded pictures. */
  pictures: readonly string[]
  writer: Account
  reader: Account
}

/**
 * Makes a backup of the fleet by the documented commands, destroys machines, data, bucket and keys, restores them on a new
 * machine with a new bucket by the documented commands, and compares.
 */
export async function restoreOnNewMachines({ fleet, image, pictures, writer, reader }: Options): Promise<void> {
  const machine = fleet.machines[0] as Machine
  const { origin, folder } = machine
  const backups = path.join(folder, 'backups')
  const elsewhere = mkdtempSync(path.join(tmpdir(), 'machines-backup-'))
  const { s3, drop } = await makeBucket()
  const onNew = { folder, environment: { PORTAL_IMAGE: image, S3_BUCKET: s3.bucket } }
  try {
    const login = await logIn(origin, writer)
    await post(origin, login, reader, '备份之前')
    const [before, messages, found] = [await readState(origin, pictures), await fleet.stored(), await lookUp(origin)]
    expect(found.data).toMatchObject({ state: 'valid', log: { index: expect.any(Number) } })
    await machine.shell(BACKUP, { folder, environment: { PORTAL_IMAGE: image } })
    await post(origin, login, reader, '备份之后')

    cpSync(backups, elsewhere, { recursive: true })
    await fleet.destroy()
    cpSync(elsewhere, backups, { recursive: true })
    expect((await fleet.data.tryCompose(['up', '--detach'])).output).toMatch(/source path does not exist/)
    expect(existsSync(fleet.secrets)).toBe(false)
    await machine.shell(RESTORE_KEYS, onNew)
    await fleet.data.up()
    const early = await machine.tryCompose([...ADMIN, 'list'], onNew)
    expect(early).toEqual({ code: 1, output: expect.stringMatching(/^PostgreSQL: .* run --rm .*schema[^\n]*\s*$/) })
    expect(await machine.shell(RESTORE_DATA, onNew)).toMatch(/^files: 0 missing/m)
    const stopped = await machine.tryCompose([...ADMIN, 'log-recover'], onNew)
    expect(stopped).toEqual({ code: 1, output: expect.stringContaining('\n  --trust-database\n') })
    await machine.shell(CONTINUE_LOG, onNew)
    await machine.up([], onNew)

    expect(await readState(origin, pictures)).toEqual(before)
    expect(await fleet.stored()).toEqual(messages)
    expect((await lookUp(origin)).data).toEqual(found.data)
    await expectSigned(origin, found.extra.receipt)
    // A login from before has ended; the password still works, as its digest is in the database.
    const answer = await fetch(`${origin}/v1/im/getRoomList`, { headers: login.headers })
    expect(await answer.json()).toMatchObject({ code: 401 })
    await post(origin, await logIn(origin, writer), reader, '恢复之后')
  } finally {
    rmSync(elsewhere, { recursive: true })
    await machine.remove()
    await drop()
  }
}

/** Reads what visitors see of the bucket and of the keys: pictures, the head of the public log, the keys of receipts. */
async function readState(origin: string, pictures: readonly string[]) {
  const contents: Record<string, string> = {}
  for (const address of pictures) {
    const answer = await fetch(origin + address)
    contents[address] = `${answer.status} ${Buffer.from(await answer.arrayBuffer()).toString('base64')}`
  }
  const log = await fetch(`${origin}/log/checkpoint`)
  const receiptKeys = await (await fetch(origin + RECEIPT_KEYS_PATH)).json()
  return { contents, log: [log.status, await log.text()], receiptKeys }
}

/** Looks up a certificate. @returns the answer with its receipt */
async function lookUp(origin: string) {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(CERTIFICATE)
  const answer = await fetch(`${origin}/v1/certificate/check`, { method: 'POST', headers, body })
  return (await answer.json()) as { data: unknown; extra: { receipt: string } }
}

/** Verifies a receipt with the keys that the site publishes now. */
async function expectSigned(origin: string, receipt: string): Promise<void> {
  const [head = '', claims = '', signature = ''] = receipt.split('.')
  const { keys } = (await (await fetch(origin + RECEIPT_KEYS_PATH)).json()) as { keys: JsonWebKey[] }
  const key = createPublicKey({ key: keys[0] ?? {}, format: 'jwk' })
  expect(verify(null, Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))).toBe(true)
}

async function post(origin: string, { headers }: BrowserLogin, to: Account, content: string): Promise<void> {
  const answer = await fetch(`${origin}/v1/im/chat`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ code: 1, toUserId: to.userId, content, type: 1 }),
  })
  expect(((await answer.json()) as { code: number }).code).toBe(200)
}
