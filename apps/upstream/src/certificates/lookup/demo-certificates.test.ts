import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CERTIFICATE_CATEGORIES } from '@portal/contract/certificates/certificate-states.ts'
import { findHeading, readRow } from '@portal/contract/certificates/rules/certificate-row.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_CONTENT_DIR } from '#site/demo/seed.ts'
import { ask } from '#testing/asking.ts'
import { makeUpstream, type TestUpstream } from '#testing/make-upstream.ts'

interface DemoRow {
  certificateNo: string
  checkCode: string
  state?: string
  category: string
  newerNo?: string
  pictures?: unknown[]
  [name: string]: unknown
}

const rows = readFileSync(join(DEMO_CONTENT_DIR, 'certificates.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as DemoRow)

describe('demo certificates', () => {
  let upstream: TestUpstream
  beforeAll(async () => {
    upstream = await makeUpstream({ content: 'demo' })
  })
  afterAll(() => upstream.close())

  const check = async ({ certificateNo, checkCode }: DemoRow) =>
    (await ask(upstream, 'POST /v1/certificate/check', { body: { certificateNo, checkCode } })).data

  it('are sixty, with every category and every state', () => {
    expect(rows).toHaveLength(60)
    expect(new Set(rows.map(({ category }) => category))).toEqual(new Set(Object.keys(CERTIFICATE_CATEGORIES)))
    const states = new Set(rows.map(({ state = 'published' }) => state))
    expect(states).toEqual(new Set(['published', 'reissued', 'withdrawn', 'examination', 'draft']))
  })

  it('have only their own number inscribed', () => {
    const inscribed = rows.filter(({ inscription }) => String(inscription ?? '').startsWith('SH'))
    expect(inscribed.length).toBeGreaterThan(0)
    for (const { certificateNo, inscription } of inscribed) expect(inscription).toBe(certificateNo)
  })

  it('have no fault and no warning', () => {
    for (const row of rows) {
      const cells = Object.entries(row).flatMap(([name, value]) => {
        const heading = findHeading(name)
        return typeof heading === 'string' ? [] : ([[heading, value]] as const)
      })
      const { faults, warnings } = readRow(cells, 0, '2026-11-28')
      expect([...faults, ...warnings], row.certificateNo).toEqual([])
    }
  })

  it('are returned by state, with every field of the file', async () => {
    const shown = { draft: 'unknown', examination: 'examination', reissued: 'reissued', withdrawn: 'withdrawn' }
    const known = new Set(['checkCode', 'state', 'newerNo', 'reason', 'changedOn', 'pictures'])
    for (const row of rows) {
      const answer = await check(row)
      expect(answer.state, row.certificateNo).toBe(row.state ? shown[row.state as keyof typeof shown] : 'valid')
      if (!answer.certificate) continue
      for (const [name, value] of Object.entries(row)) {
        if (!known.has(name)) expect(answer.certificate[name], `${row.certificateNo} ${name}`).toEqual(value)
      }
      expect(answer.certificate.pictures?.length).toBe(row.pictures?.length)
    }
  })

  it('have pictures that upstream serves and that show a width larger than the stone', async () => {
    for (const row of rows.filter(({ pictures }) => pictures)) {
      const { certificate } = await check(row)
      for (const { url, widthMm } of certificate.pictures) {
        const picture = await upstream.app.inject(url)
        expect(picture.statusCode, url).toBe(200)
        expect(picture.headers['content-type']).toBe('image/png')
        expect(picture.rawPayload.length).toBeLessThanOrEqual(40_000)
        expect(widthMm).toBeGreaterThan(certificate.lengthMm ?? 0)
      }
    }
  })

  it('that were reissued refer to a valid one', async () => {
    for (const row of rows.filter(({ newerNo }) => newerNo)) {
      const newer = rows.find(({ certificateNo }) => certificateNo === row.newerNo)
      expect(newer && (await check(newer)).state).toBe('valid')
    }
  })
})
