import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SECOND_MS } from '@portal/contract/constants.ts'
import { expect, it } from 'vitest'
import { setDuties } from '#accounts/duties/duties.ts'
import { AREAS } from '#platform/files/open-files.ts'
import { ask } from '#testing/asking.ts'
import { getTestCode, makeCertificateRow } from '#testing/certificate-files.ts'
import { importRows } from '#testing/certificate-site.ts'
import { HOSTILE_WORKBOOKS } from '#testing/hostile-tables.ts'
import { makeUpstream, type TestUpstream } from '#testing/make-upstream.ts'
import { join as joinIn } from '#testing/members.ts'
import { interruptBatch, waitForBatch } from '#testing/staff/batch-uploads.ts'
import { figure } from '../../../../../tests/figure.ts'

const FILES = figure({ quick: 8, soak: 20 })
const HEALTHY_MAX_MS = 10 * SECOND_MS
const MEDIAN_MAX_MS = 100
const LONGEST_MAX_MS = 1 * SECOND_MS
/** Pause between two lookups. */
const PAUSE_MS = 5

it('answers lookups while files that were made to take long are checked, after a restart too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-hostile-'))
  const options = { databaseUrl: `sqlite:${join(folder, 'portal.db')}`, env: { DATA_DIR: folder } }
  const { certificateNo } = makeCertificateRow(1)
  let upstream: TestUpstream | undefined
  try {
    writeFileSync(join(folder, 'upstream.key'), Buffer.alloc(32, 1))
    mkdirSync(join(folder, 'files'))
    mkdirSync(join(folder, AREAS.certificateImports))
    upstream = await makeUpstream(options)
    await importRows(upstream, [makeCertificateRow(1)])
    const zhou = await joinIn(upstream, '周观澜')
    await setDuties(upstream.db, zhou.id, ['certify'], { by: null, at: 0 })
    const ids: number[] = []
    for (let nth = 0; nth < FILES; nth += 1) {
      const file = `hostile-${nth}`
      writeFileSync(
        join(folder, AREAS.certificateImports, file),
        HOSTILE_WORKBOOKS[nth % HOSTILE_WORKBOOKS.length]?.content ?? '',
      )
      // The state in which a process leaves them when it ends during their check.
      const about = {
        user_id: zhou.id,
        file,
        file_name: 'a.xlsx',
        file_hash: file,
        state: 'checking' as const,
      }
      const rest = { sheets: '[]', choice: '{}', columns: '[]', share: 0, made_at: Date.now() }
      const made = upstream.db
        .insertInto('certificate_batches')
        .values({ ...about, ...rest })
        .returning('id')
      const id = Number((await made.executeTakeFirstOrThrow()).id)
      await interruptBatch(upstream.db, id, {})
      ids.push(id)
    }
    await upstream.close()

    const startedMs = performance.now()
    upstream = await makeUpstream({ ...options, content: 'none' }, true)
    const site = upstream
    expect((await site.app.inject('/healthz')).statusCode).toBe(200)
    expect(performance.now() - startedMs).toBeLessThan(HEALTHY_MAX_MS)
    const again = { ask: (call: string) => ask(site, call, { token: zhou.token, from: '10.9.0.1' }) }
    let isOver = false
    const waits: number[] = []
    const lookups = (async () => {
      while (!isOver || waits.length < 20) {
        const askedMs = performance.now()
        const from = `10.8.0.${1 + (waits.length % 200)}`
        const body = { certificateNo, checkCode: getTestCode(1) }
        expect((await ask(site, 'POST /v1/certificate/check', { body, from })).code).toBe(200)
        waits.push(performance.now() - askedMs)
        await pause(PAUSE_MS)
      }
    })()
    for (const id of ids) expect(await waitForBatch(again, id)).toMatchObject({ state: 'failed' })
    isOver = true
    await lookups
    waits.sort((one, other) => one - other)
    const [median = 0, longest = 0] = [waits[waits.length >> 1], waits.at(-1)]
    process.stdout.write(
      `${waits.length} lookups: median ${Math.round(median)} ms, longest ${Math.round(longest)} ms\n`,
    )
    expect(median).toBeLessThan(MEDIAN_MAX_MS)
    expect(longest).toBeLessThan(LONGEST_MAX_MS)
  } finally {
    await upstream?.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
