import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import {
  CODE_ALPHABET,
  CODE_LENGTH,
  makeCertificateNo,
} from '../packages/contract/src/certificates/certificate-number.ts'
import { inRepository, root } from '../scripts/repository.ts'
import { findFreePort } from '../scripts/servers/free-port.ts'
import { addressOf, type Service, startService } from '../scripts/servers/service.ts'
import { type BenchRow, inTempFolder, percentile } from './measuring/bench.ts'

export const name = 'certificates'

const FEW = 1000
const MANY = 1_000_000
const A_DAY = 10_000
const FIRST_DAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000
const LOOKUPS = 3000
const WARM_UP = 200
/** A prime, so that lookups jump over the whole table. */
const STRIDE = 7_919_317

/**
 * Import of a million certificates, and lookups among a thousand and among a million: through the upstream, and through
 * the BFF with its limits, minimum duration and receipt. Both sizes run side by side and are requested in turn, so that the
 * load of the machine affects both.
 */
export async function run(): Promise<BenchRow[]> {
  return inTempFolder('certificates-bench', async (folder) => {
    const sites: Site[] = []
    try {
      const rows: BenchRow[] = []
      for (const count of [FEW, MANY]) rows.push(...(await importMany(folder, count)))
      for (const count of [FEW, MANY]) sites.push(await startSite(join(folder, String(count)), count))
      const [few, many] = sites
      if (!few || !many) throw new Error('two sites are compared')
      rows.push(...(await compare('through the upstream', few, many, ({ upstreamUrl }) => upstreamUrl)))
      rows.push(...(await compare('through the BFF', few, many, ({ siteUrl }) => siteUrl)))
      return rows
    } finally {
      for (const { services } of sites) for (const service of services.toReversed()) await service.stop()
    }
  })
}

async function importMany(folder: string, count: number): Promise<BenchRow[]> {
  const file = join(folder, `${count}.jsonl`)
  await writeCertificates(file, count)
  const dataDir = join(folder, String(count))
  const { seconds, peakMiB } = await importInto(dataDir, file)
  const imported = `import of ${count.toLocaleString('en')}`
  const fileMiB = statSync(file).size / 2 ** 20
  rmSync(file)
  return [
    { name: `${imported}, peak memory`, value: peakMiB, unit: 'MiB' },
    ...(count === MANY
      ? [
          { name: imported, value: count / seconds, unit: 'rows/s', note: `${seconds.toFixed(1)} s` },
          { name: 'file', value: fileMiB, unit: 'MiB' },
          { name: 'database', value: statSync(join(dataDir, 'portal.db')).size / 2 ** 20, unit: 'MiB' },
        ]
      : []),
  ]
}

function numberOf(index: number): string {
  const day = new Date(FIRST_DAY + Math.floor(index / A_DAY) * DAY_MS).toISOString().slice(0, 10)
  return makeCertificateNo(day.replaceAll('-', ''), index % A_DAY)
}

function codeOf(index: number): string {
  let rest = (index * 2_654_435_761 + 97) % 4_294_967_296
  let code = ''
  while (code.length < CODE_LENGTH) {
    code += CODE_ALPHABET[rest % CODE_ALPHABET.length]
    rest = Math.floor(rest / CODE_ALPHABET.length) + 31 * code.length
  }
  return code
}

/** Rows as long as real ones. */
async function writeCertificates(file: string, count: number): Promise<void> {
  const output = createWriteStream(file)
  for (let index = 0; index < count; index += 1) {
    const certificateNo = numberOf(index)
    const day = `${certificateNo.slice(2, 6)}-${certificateNo.slice(6, 8)}-${certificateNo.slice(8, 10)}`
    const row = {
      certificateNo,
      checkCode: codeOf(index),
      category: 'turquoise',
      conclusion: '绿松石',
      conclusionEn: 'Turquoise',
      shape: '椭圆弧面型',
      totalMassG: 2 + (index % 1000) / 100,
      lengthMm: 22.4,
      widthMm: 16.58,
      heightMm: 11.2,
      color: '蓝绿色',
      transparency: '不透明',
      lustre: '蜡状光泽',
      refractiveIndex: '1.61（点测）',
      specificGravity: 2.76,
      fluorescence: '长波弱，短波惰性',
      magnification: '细粒结构，可见褐色铁线',
      spectrum: '432 nm 吸收线',
      standards: ['GB/T 16552', 'GB/T 16553'],
      remarks: '样品未见充填、染色迹象',
      receivedOn: day,
      testedOn: day,
      issuedOn: day,
      inspector: '周观澜',
      reviewer: '沈砚秋',
      approver: '顾怀瑾',
      拉曼光谱: '1042 cm⁻¹ 强峰',
    }
    if (!output.write(`${JSON.stringify(row)}\n`)) await once(output, 'drain')
  }
  output.end()
  await finished(output)
}

/** Runs the command in its own process, which reports its peak memory. */
async function importInto(dataDir: string, file: string): Promise<{ seconds: number; peakMiB: number }> {
  const report = `process.on('exit', () => process.send({ kib: process.resourceUsage().maxRSS }))`
  const started = performance.now()
  const child = spawn(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(report)}`,
      inRepository('scripts/import.ts'),
      'certificates',
      file,
    ],
    { cwd: root, env: { ...process.env, DATA_DIR: dataDir }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  )
  let kib = 0
  child.on('message', (message) => {
    kib = (message as { kib: number }).kib
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`the import ended with ${code}`)
  return { seconds: (performance.now() - started) / 1000, peakMiB: kib / 1024 }
}

interface Site {
  count: number
  upstreamUrl: string
  siteUrl: string
  services: Service[]
}

/** Upstream and BFF as processes, on ports of the system's choice. */
async function startSite(dataDir: string, count: number): Promise<Site> {
  const env = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn', DEMO_CONTENT: 'off' }
  const services: Service[] = []
  const start = async (service: string, more: NodeJS.ProcessEnv) => {
    const started = startService({
      name: service,
      nodeArgs: [`apps/${service}/src/main.ts`],
      env: { ...env, ...more },
      isVerbose: false,
    })
    services.push(started)
    return await addressOf(started)
  }
  const upstreamUrl = await start('upstream', { UPSTREAM_PORT: '0' })
  const port = await findFreePort()
  const siteUrl = await start('bff', {
    ...{
      PORT: String(port),
      PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
      HOST: '127.0.0.1',
      ADMIN_PORT: '0',
      WEB_DIST: 'none',
      TRUST_PROXY: '1',
    },
    ...{ UPSTREAM_URL: upstreamUrl, EMBEDDED_UPSTREAM: '1' },
  })
  return { count, upstreamUrl, siteUrl, services }
}

async function compare(way: string, few: Site, many: Site, urlOf: (site: Site) => string): Promise<BenchRow[]> {
  const times = new Map<Site, number[]>([few, many].map((site) => [site, []]))
  for (let round = -WARM_UP; round < LOOKUPS; round += 1) {
    for (const [site, taken] of times) {
      const index = ((round + WARM_UP) * STRIDE) % site.count
      const ms = await lookUp(urlOf(site), index)
      if (round >= 0) taken.push(ms)
    }
  }
  const at = (site: Site, share: number) => percentile(times.get(site) ?? [], share)
  const rows = [few, many].flatMap((site) =>
    [50, 99].map((percent) => ({
      name: `lookup among ${site.count.toLocaleString('en')} ${way}, p${percent}`,
      value: at(site, percent / 100),
      unit: 'ms',
    })),
  )
  return [
    ...rows,
    { name: `p99 among a million to p99 among a thousand ${way}`, value: at(many, 0.99) / at(few, 0.99), unit: '×' },
  ]
}

/** Many addresses, because hundreds of requests a minute from one would need a proof of work. */
function visitorOf(index: number): string {
  return `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`
}

/** @returns ms until the whole answer was read */
async function lookUp(url: string, index: number): Promise<number> {
  const certificateNo = numberOf(index)
  const started = performance.now()
  const answer = await fetch(`${url}/v1/certificate/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, 'x-forwarded-for': visitorOf(index) },
    body: JSON.stringify({ certificateNo, checkCode: codeOf(index) }),
  })
  const text = await answer.text()
  const ms = performance.now() - started
  if (!text.includes('"valid"'))
    throw new Error(`lookup of ${certificateNo} answered ${answer.status}: ${text.slice(0, 200)}`)
  return ms
}
