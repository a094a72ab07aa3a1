import type { SharedResult } from '@portal/contract/certificates/shares.ts'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, bad, good } from '#testing/answering.ts'
import { openPage } from '#testing/open-page.tsx'
import { SAMPLE_CERTIFICATE } from '#testing/sample-certificate.ts'
import * as englishPage from '../en/share-page.tsx'
import * as chinese from './share-page.tsx'

const READ = 'POST /v1/certificate/share/read'
const OPENED = 'POST /v1/certificate/share/opened'
const SITE = 'GET /v1/webSiteInfo'
const certificate = SAMPLE_CERTIFICATE
const { certificateNo: NO } = certificate
const SECRET = 'A'.repeat(43)

const times = { startTime: '2026-11-20 10:42', endTime: '2026-11-27 10:42' }
const shown: SharedResult = { state: 'shown', ...times, answer: { state: 'valid', certificate }, sharedVersion: 1 }

const { Component, loader } = chinese
const page = { path: '/share/:secret', Component, loader, errorElement: <h1>没有这一页</h1> }
const site = {
  'GET /bff/certificates': { code: 200, data: { isOpen: true, officialOrigin: 'https://www.example.cn', keys: [] } },
  [SITE]: good(SITE, { name: '石衡珠宝玉石检测中心' }),
  [OPENED]: good(OPENED, null),
}
const open = (answers: Answers, secret = SECRET) => openPage(`/share/${secret}`, [page], { ...site, ...answers })

describe('an active share', () => {
  it('shows the certificate with its time, and counts one opening', async () => {
    const { fetch } = open({ [READ]: good(READ, shown, { receipt: 'a.b.c' }) })
    expect(await screen.findByRole('article', { name: `证书 ${NO}` })).toBeTruthy()
    expect(screen.getByText('分享件 · 2026-11-27 止')).toBeTruthy()
    expect(screen.getByRole('img', { name: /^共 7 天，还剩/ })).toBeTruthy()
    expect(screen.getByRole('link', { name: '核验本页的签章' }).getAttribute('href')).toContain('#a.b.c')
    await expect.poll(() => fetch.of(OPENED)).toHaveLength(1)
  })

  it('shows that the certificate has been corrected since', async () => {
    const answer = { state: 'valid' as const, certificate: { ...certificate, version: 2 } }
    open({ [READ]: good(READ, { ...shown, answer }) })
    expect(await screen.findByText('分享时为第 1 版，证书此后有更正，以下为第 2 版。')).toBeTruthy()
  })
})

describe('an ended share', () => {
  it.each<[Partial<SharedResult> & Pick<SharedResult, 'state'>, string, RegExp]>([
    [{ state: 'expired' }, '已到期', /有效至 2026-11-27 10:42/],
    [{ state: 'revoked' }, '持证人已收回', /不再显示证书内容/],
    [{ state: 'reissued', certificateNo: NO, changedOn: '2026-11-25' }, '证书已换发', /于 2026-11-25 换发/],
    [{ state: 'mismatch', certificateNo: NO }, '这份证书未能通过核对', /内容与公开日志不符/],
    [{ state: 'withdrawn', certificateNo: NO, changedOn: '2026-11-25' }, '证书已撤销', /于 2026-11-25 撤销/],
  ])('explains why, and shows no certificate: %o', async (ended, title, words) => {
    const { fetch } = open({ [READ]: good(READ, { ...times, ...ended }) })
    const box = (await screen.findByRole('heading', { name: title })).closest('section')
    expect(box?.textContent).toMatch(words)
    expect(screen.queryByRole('article')).toBeNull()
    expect(fetch.of(OPENED)).toEqual([])
  })

  it.each([
    ['an unknown secret', SECRET],
    ['an address that is none', 'abc'],
  ])('is not found for %s', async (_label, secret) => {
    open({ [READ]: bad(500, '没有这个分享') }, secret)
    expect(await screen.findByRole('heading', { name: '没有这一页' })).toBeTruthy()
  })
})

describe('a share in English', () => {
  const { meta: _head, ...english } = englishPage
  const path = `/en/share/${SECRET}`
  const openEnglish = (answers: Answers) =>
    openPage(path, [{ path: '/en/share/:secret', ...english }], { ...site, ...answers })
  /** Chinese texts without a `lang` attribute. */
  const listUnmarkedTexts = () => {
    const copy = screen.getByRole('main').cloneNode(true) as HTMLElement
    for (const marked of copy.querySelectorAll('[lang^="zh"], svg')) marked.remove()
    return copy.textContent?.match(/\p{Script=Han}+/gu) ?? []
  }

  it('shows the certificate, its time, and the way to the Chinese page', async () => {
    openEnglish({ [READ]: good(READ, shown, { receipt: 'a.b.c' }) })
    expect(await screen.findByRole('article', { name: `Certificate ${NO}` })).toBeTruthy()
    expect(screen.getByText('Shared, until 27 Nov 2026')).toBeTruthy()
    expect(screen.getByRole('link', { name: '中文' }).getAttribute('href')).toBe(`/share/${SECRET}`)
    const receipt = screen.getByRole('link', { name: 'Verify the seal of this page' })
    expect(receipt.getAttribute('href')).toContain('/en/certificate-check/receipt#a.b.c')
    expect(listUnmarkedTexts()).toEqual([])
  })

  it.each<[Partial<SharedResult> & Pick<SharedResult, 'state'>, string, RegExp]>([
    [{ state: 'expired' }, 'Expired', /until 27 Nov 2026, 10:42/],
    [{ state: 'revoked' }, 'Revoked by the holder', /no longer shows/],
    [
      { state: 'reissued', certificateNo: NO, changedOn: '2026-11-25' },
      'The certificate has been replaced',
      /on 25 Nov/,
    ],
    [{ state: 'mismatch', certificateNo: NO }, 'This certificate failed the check', /differs from the public log/],
    [{ state: 'withdrawn', certificateNo: NO, changedOn: '2026-11-25' }, 'The certificate has been withdrawn', /void/],
  ])('explains why it ended: %o', async (ended, title, words) => {
    openEnglish({ [READ]: good(READ, { ...times, ...ended }) })
    const box = (await screen.findByRole('heading', { name: title })).closest('section')
    expect(box?.textContent).toMatch(words)
    expect(listUnmarkedTexts()).toEqual([])
  })

  it('is not found for an unknown secret', async () => {
    openEnglish({ [READ]: bad(500, '没有这个分享') })
    expect(await screen.findByRole('heading', { name: 'There is no such link' })).toBeTruthy()
  })
})
