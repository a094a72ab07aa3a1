import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import { formatLoggedText, type LoggedAnswer } from '@portal/contract/certificates/logged-text.ts'
import { formatCheckpoint } from '@portal/contract/tlog/checkpoints.ts'
import { type Bytes, concat, hashLeaf, toBase64, toHex, webSha256 } from '@portal/contract/tlog/hashing.ts'
import {
  createVerifierKey,
  ED25519,
  formatSignatureLine,
  formatVerifierKey,
} from '@portal/contract/tlog/signed-notes.ts'
import { computeTileWidth, readTilePath, TILE_WIDTH } from '@portal/contract/tlog/tile-paths.ts'
import { createTree, foldHashes } from '@portal/contract/tlog/tree.ts'

export type FakeLog = Awaited<ReturnType<typeof makeFakeLog>>

const ORIGIN = 'www.example.cn/log'

/** A log in memory, signed like the real one. Tests change its parts to plant faults. */
export async function makeFakeLog(origin = ORIGIN) {
  const signer = await makeSigner(origin)
  const leaves: Bytes[] = []
  const log = {
    signer,
    /** Size of the next checkpoint; `undefined` for all entries. */
    size: undefined as number | undefined,
    leaves,
    /** Paths that were read. */
    asked: [] as string[],
    /** Functions that replace the answer of a path. */
    replace: new Map<string, () => Response | Promise<Response>>(),

    async add(entry: Uint8Array) {
      leaves.push((await hashLeaf(webSha256, entry)) as Bytes)
    },
    async addOthers(count: number) {
      for (let at = 0; at < count; at += 1) await log.add(new TextEncoder().encode(`entry ${leaves.length}`))
    },
    /**
     * Appends an answer to the log, and returns it with its place.
     * @param pictures SHA-256 of its files, hex
     */
    async enter(answer: CertificateAnswer, pictures: readonly string[] = []): Promise<CertificateAnswer> {
      const text = formatLoggedText(answer as LoggedAnswer, { pictures })
      const salt = crypto.getRandomValues(new Uint8Array(32))
      const key = await crypto.subtle.importKey('raw', salt, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
      const entry = new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text)))
      await log.add(entry)
      const place = { index: leaves.length - 1, salt: toBase64(salt), entry: toBase64(entry), text, format: 1 }
      return { ...answer, log: place }
    },
    async note(): Promise<string> {
      const size = log.size ?? leaves.length
      const root = await createTree(webSha256, size, readTile).root()
      return await log.signer.sign(formatCheckpoint({ origin, size, root: root as Bytes }))
    },
    /** Answers `/log/…`; `undefined` for other addresses. */
    async answer(path: string): Promise<Response | undefined> {
      if (!path.startsWith('/log/')) return undefined
      log.asked.push(path)
      const replaced = log.replace.get(path)
      if (replaced) return await replaced()
      if (path === '/log/checkpoint') return new Response(await log.note())
      if (path === '/log/key') return new Response(`${log.signer.verifier}\n`)
      const tile = readTilePath(path.slice('/log/'.length))
      const isHere =
        tile && tile.level !== 'entries' && tile.width <= computeTileWidth(leaves.length, tile.level, tile.index)
      if (!isHere) return new Response('', { status: 404 })
      return new Response(await readTile({ ...tile, level: Number(tile.level) }))
    },
  }

  async function readTile({ level, index, width }: { level: number; index: number; width: number }): Promise<Bytes> {
    const span = TILE_WIDTH ** level
    const hashes: Uint8Array[] = []
    for (let at = index * TILE_WIDTH; at < index * TILE_WIDTH + width; at += 1) {
      hashes.push(await foldHashes(webSha256, leaves.slice(at * span, (at + 1) * span)))
    }
    return concat(...hashes)
  }
  return log
}

/** Makes a key that signs notes. */
export async function makeSigner(name = ORIGIN) {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
  const key = await createVerifierKey(
    name,
    ED25519,
    new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)),
  )
  const makeSignatureLine = async (text: string) => {
    const signature = await crypto.subtle.sign('Ed25519', pair.privateKey, new TextEncoder().encode(text))
    return formatSignatureLine(key, new Uint8Array(signature))
  }
  return {
    verifier: formatVerifierKey(key),
    line: makeSignatureLine,
    sign: async (text: string) => `${text}\n${await makeSignatureLine(text)}`,
  }
}

export const computeSha256Hex = async (bytes: Bytes): Promise<string> => toHex(await webSha256(bytes))
