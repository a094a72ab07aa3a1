// Checks answers of POST /v1/partner/certificates/check against the public log. Needs Node 20 or newer and no package.
//
//   SITE=https://lab.example node verify-log.mjs answer.json
//
// log-seen.json in the current folder keeps the log's key and the newest checkpoint: later ones must have that key and continue it.
// LOG_KEY, e.g. from a printed report, replaces the key that the site names at the first run.
// Exit code 0: everything fits. 1: something does not fit. 3: not checked, try again later.
import { createHash, createHmac, createPublicKey, verify } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const SEEN_FILE = 'log-seen.json'
const KINDS = { valid: 'publish', withdrawn: 'withdraw', reissued: 'reissue' }
/** Names that the text uses itself. A member of a certificate with such a name stands in the text with a dot before it. */
const OWN_NAMES = ['kind', 'prev', 'reason', 'changedOn', 'newerNo', '__proto__']

/** Something does not fit: the answer must not be relied on. */
class Misfit extends Error {}
/** The log could not be read, or has no checkpoint with the entry yet. */
class Unchecked extends Error {}

const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** Checks that an answer is in the log. @param log see `openLog` */
export async function verifyAnswer(answer, log) {
  const { index, salt, entry, text } = answer.log
  await compareValues(answer, JSON.parse(text), log.site)
  const hmac = createHmac('sha256', Buffer.from(salt, 'base64')).update(text).digest()
  if (hmac.toString('base64') !== entry) throw new Misfit('the text and its salt do not give the entry')
  if (index >= log.size) throw new Unchecked(`no checkpoint has entry ${index} yet: try again in some seconds`)
  const root = await log.computeRoot([0, log.size], { index, leaf: sha256(Buffer.of(0), hmac) })
  if (!root.equals(log.root)) throw new Misfit(`the log has another entry at ${index}`)
}

/** Compares what the answer shows with the logged text, which holds every value as it is printed. */
async function compareValues({ state, certificate, reason, changedOn, newerNo }, logged, site) {
  const { printed = {}, pictures = [], ...values } = certificate
  const shown = new Map(Object.entries({ kind: KINDS[state], reason, changedOn, newerNo }))
  for (const [name, value] of Object.entries(values)) shown.set(OWN_NAMES.includes(name) ? `.${name}` : name, value)
  const { prev: _prev, pictures: loggedPictures = [], ...rest } = logged
  for (const name of new Set([...shown.keys(), ...Object.keys(rest)])) {
    const isSame = formatShown(shown.get(name), rest[name], printed[name]) === formatLogged(rest[name])
    if (!isSame) throw new Misfit(`“${name}” is not what was published`)
  }
  if (pictures.length !== loggedPictures.length) throw new Misfit('the pictures are not those that were published')
  for (const [at, { url, caption, widthMm }] of pictures.entries()) {
    const { sha256: digest, ...about } = loggedPictures[at]
    const isSame = (about.caption ?? '') === (caption ?? '') && (about.widthMm ?? '') === String(widthMm ?? '')
    const file = await download(new URL(url, site))
    if (!isSame || sha256(file).toString('hex') !== digest)
      throw new Misfit(`picture ${at + 1} is not what was published`)
  }
}

/** A number is equal when its value is, and its digits too where the certificate states them. */
function formatShown(value, logged, printed) {
  if (typeof value === 'number') {
    const isEqual = Number(logged) === value && (printed === undefined || printed === logged)
    return isEqual ? formatLogged(logged) : String(value)
  }
  if (typeof value === 'boolean') return value ? '是' : '否'
  return Array.isArray(value) ? formatLogged(value) : String(value ?? '').trim()
}

const formatLogged = (value = '') => (Array.isArray(value) && value.length > 0 ? JSON.stringify(value) : String(value))

/**
 * Reads the newest checkpoint, checks its signature, and checks that it continues the one that was seen before.
 * @param seen `{ key, checkpoint }` of an earlier run, or `undefined`
 */
export async function openLog(site, key, seen) {
  const read = async (name) => download(new URL(`/log/${name}`, site))
  const note = String(await read('checkpoint'))
  const { size, root } = readCheckpoint(note, key)
  const kept = seen && readCheckpoint(seen.checkpoint, key)
  if (kept && size < kept.size) {
    throw new Misfit(
      `the log has ${size} entries, but ${kept.size} were seen before (its checkpoint: ${JSON.stringify(note)})`,
    )
  }
  const computeRoot = createTree(size, kept?.size, read)
  const isRight = size === 0 || (await computeRoot([0, size])).equals(root)
  const isContinued = !kept?.size || (await computeRoot([0, kept.size])).equals(kept.root)
  if (!isRight || !isContinued) {
    const problem = isRight
      ? 'does not continue the checkpoint that was seen before'
      : 'has another root than its checkpoint'
    throw new Misfit(`the log ${problem} (its checkpoint: ${JSON.stringify(note)})`)
  }
  return { site, size, root, note, computeRoot }
}

/** Reads a signed note (C2SP tlog-checkpoint) after checking the signature of the key. */
function readCheckpoint(note, key) {
  const [, name, id, encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(key) ?? []
  const bytes = Buffer.from(encoded, 'base64')
  const end = note.lastIndexOf('\n\n') + 1
  const text = note.slice(0, end)
  const [origin, size, root = ''] = text.split('\n')
  const lines = note.slice(end + 1).split('\n')
  const signatures = lines.map((line) => line.split(' ')).filter(([dash, signer]) => dash === '—' && signer === name)
  const own = signatures
    .map(([, , data = '']) => Buffer.from(data, 'base64'))
    .find((data) => data.toString('hex', 0, 4) === id)
  // The first byte says that the key is one of Ed25519.
  if (bytes.length !== 33 || bytes[0] !== 1) throw new Misfit('the key of the log is malformed')
  if (!own || origin !== name) throw new Misfit('the checkpoint is not signed with the key of the log')
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url', 1) }
  const isSigned = verify(null, Buffer.from(text), createPublicKey({ key: jwk, format: 'jwk' }), own.subarray(4))
  if (!isSigned) throw new Misfit('the signature of the checkpoint is wrong')
  return { size: Number(size), root: Buffer.from(root, 'base64') }
}

/**
 * Returns a function that computes the root (RFC 6962) of the leaves `from` to `to` from tiles of hashes (C2SP tlog-tiles). One leaf can be
 * given instead of read. Ranges are split at `boundary`, so that two roots of the same tiles prove that one tree continues the other.
 */
function createTree(size, boundary, read) {
  const tiles = new Map()

  function readTile(level, index) {
    const width = Math.min(256, Math.floor(size / 256 ** level) - index * 256)
    const groups = String(index)
      .padStart(Math.ceil(String(index).length / 3) * 3, '0')
      .match(/\d{3}/g)
    const place = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/')
    const name = `tile/${level}/${place}${width < 256 ? `.p/${width}` : ''}`
    if (!tiles.has(name)) tiles.set(name, read(name))
    return tiles.get(name)
  }

  async function hashFullRange(from, count) {
    const level = Math.floor(Math.log2(count) / 8)
    const [first, length] = [from / 256 ** level, count / 256 ** level]
    const tile = await readTile(level, Math.floor(first / 256))
    let row = Array.from({ length }, (_, nth) => tile.subarray(((first % 256) + nth) * 32).subarray(0, 32))
    while (row.length > 1) {
      row = row.flatMap((hash, nth) => (nth % 2 ? [] : [sha256(Buffer.of(1), hash, row[nth + 1])]))
    }
    return row[0]
  }

  return async function computeRoot([from, to], given) {
    const isGiven = given !== undefined && from <= given.index && given.index < to
    if (isGiven && to - from === 1) return given.leaf
    const isFull = Number.isInteger(Math.log2(to - from))
    const isCut = boundary !== undefined && from < boundary && boundary < to
    if (isFull && !isGiven && !isCut) return await hashFullRange(from, to - from)
    const middle = from + 2 ** (Math.ceil(Math.log2(to - from)) - 1)
    return sha256(Buffer.of(1), await computeRoot([from, middle], given), await computeRoot([middle, to], given))
  }
}

async function download(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(15_000) }).catch(() => undefined)
  if (!response?.ok) throw new Unchecked(`${url} cannot be read (${response?.status ?? 'no answer'})`)
  return Buffer.from(await response.arrayBuffer())
}

/** @returns the exit code */
async function main(file) {
  const { SITE: site, LOG_KEY: givenKey } = process.env
  if (!site || !file) {
    console.error('SITE=https://lab.example node verify-log.mjs answer.json')
    return 2
  }
  const seen = existsSync(SEEN_FILE) ? JSON.parse(readFileSync(SEEN_FILE, 'utf8')) : undefined
  const key = givenKey ?? seen?.key ?? String(await download(new URL('/log/key', site))).trim()
  const log = await openLog(site, key, seen)
  const codes = [0]
  for (const { certificateNo, answer } of JSON.parse(readFileSync(file, 'utf8')).data) {
    if (!answer?.log) continue
    try {
      await verifyAnswer(answer, log)
      console.log(`${certificateNo} fits: entry ${answer.log.index} of ${log.size}`)
    } catch (error) {
      codes.push(report(`${certificateNo} `, error))
    }
  }
  writeFileSync(`${SEEN_FILE}.new`, JSON.stringify({ key, checkpoint: log.note }))
  renameSync(`${SEEN_FILE}.new`, SEEN_FILE)
  return codes.includes(1) ? 1 : Math.max(...codes)
}

/** Prints what is wrong. @returns the exit code */
function report(before, error) {
  const isUnchecked = error instanceof Unchecked
  console.log(`${before}${isUnchecked ? 'NOT CHECKED' : 'DOES NOT FIT'}: ${error.message}`)
  return isUnchecked ? 3 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await main(process.argv[2]).catch((error) => report('', error))
}
