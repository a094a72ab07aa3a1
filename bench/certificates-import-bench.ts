import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { makeCertificateNo } from '../packages/contract/src/certificates/certificate-number.ts'
import { getRepositoryPath, root } from '../scripts/repository.ts'
import { makeCode } from './certificates/made-certificates.ts'
import { type BenchRow, runInTempFolder } from './measuring/bench.ts'

export const name = 'certificates-import'

const FEW = 1000
const MANY = 1_000_000
const A_DAY = 10_000
const FIRST_DAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

/** Measures the import of a thousand and of a million certificates, each in its own process. */
export async function run(): Promise<BenchRow[]> {
  return runInTempFolder('certificates-import-bench', async (folder) => {
    const rows: BenchRow[] = []
    for (const count of [FEW, MANY]) rows.push(...(await importMany(folder, count)))
    return rows
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

function makeNumber(index: number): string {
  const day = new Date(FIRST_DAY + Math.floor(index / A_DAY) * DAY_MS).toISOString().slice(0, 10)
  return makeCertificateNo(day.replaceAll('-', ''), index % A_DAY)
}

/** Writes rows as long as real ones. */
async function writeCertificates(file: string, count: number): Promise<void> {
  const output = createWriteStream(file)
  for (let index = 0; index < count; index += 1) {
    const certificateNo = makeNumber(index)
    const day = `${certificateNo.slice(2, 6)}-${certificateNo.slice(6, 8)}-${certificateNo.slice(8, 10)}`
    const row = {
      certificateNo,
      checkCode: makeCode(index),
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
      getRepositoryPath('scripts/import.ts'),
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
