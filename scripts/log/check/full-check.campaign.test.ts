import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { getRepositoryPath } from '../../repository.ts'
import { createLargeLog } from '../testing/large-log.ts'
import { signerNamed } from '../testing/written-log.ts'

const ENTRIES = 1_000_000
const TIMEOUT_MS = 300_000
/** Heap limits. A process that needs more heap ends; one that has no limit collects garbage late on a busy machine. */
const HEAP_MAX = ['--max-old-space-size=128', '--max-semi-space-size=8']
/** Maximum memory beyond that for a log of one entry: heap and buffers. */
const MEMORY_MAX_MIB = 320
/** Prints the peak of memory in MiB when the process ends. */
const MEASURE = `data:text/javascript,process.on('exit',()=>console.error('MiB',process.resourceUsage().maxRSS/1024))`

it(
  'rebuilds a whole log in memory that does not grow with it',
  async () => {
    // The first run compiles the program, which may take more memory than the check.
    await check(1)
    const mib = (await check(ENTRIES)) - (await check(1))
    process.stdout.write(`log:check --full of ${ENTRIES} entries: ${Math.round(mib)} MiB more than of one\n`)
    expect(mib).toBeLessThan(MEMORY_MAX_MIB)
  },
  4 * TIMEOUT_MS,
)

/** @returns the peak memory, MiB */
async function check(entries: number): Promise<number> {
  const log = await createLargeLog(entries, await signerNamed('lab.example/log'))
  const server = createServer(({ url = '' }, response) => {
    const bytes = log.read(url.replace('/log/', ''))
    response.writeHead(bytes ? 200 : 404).end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/log`
  const { stdout, stderr } = await new Promise<{ stdout: string; stderr: string }>((resolve) => {
    const args = [...HEAP_MAX, '--import', MEASURE, getRepositoryPath('scripts/log-check.ts'), address, '--full']
    execFile(process.execPath, args, { timeout: TIMEOUT_MS }, (_error, out, err) =>
      resolve({ stdout: out, stderr: err }),
    )
  })
  server.close()
  expect(stdout).toContain(`${entries.toLocaleString('en')} entries: all fit`)
  return Number(/MiB ([\d.]+)/.exec(stderr)?.[1])
}
