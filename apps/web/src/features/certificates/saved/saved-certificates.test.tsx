import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import type { SavedCertificate } from '@portal/contract/certificates/saved-certificates.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, bad, good } from '#testing/answering.ts'
import { openPage } from '#testing/open-page.tsx'
import { SavedCertificates } from './saved-certificates.tsx'

const LIST = 'GET /v1/certificate/saved'
const SITE = 'GET /v1/webSiteInfo'
const makeNumber = (serial: number) => makeCertificateNo('20261103', serial)

const makeSaved = (serial: number, changes: Partial<SavedCertificate> = {}): SavedCertificate => ({
  certificateNo: makeNumber(serial),
  state: 'valid',
  version: 1,
  seenVersion: 1,
  conclusion: '绿松石',
  category: 'turquoise',
  shape: '椭圆弧面型',
  totalMassG: 12,
  issuedOn: '2026-11-03',
  pictureUrl: null,
  savedOn: '2026-11-20',
  newerNo: null,
  reason: null,
  changedOn: null,
  isNews: false,
  shares: [],
  ...changes,
})
const share = {
  id: 7,
  certificateNo: makeNumber(1),
  startTime: '2026-11-20 10:42',
  endTime: '2026-11-27 10:42',
  opens: 3,
}
const rest = { total: 1, hasMore: false, isMailed: true, news: [], otherShares: [] }

const page = { path: '/user', element: <SavedCertificates /> }
const open = (answers: Answers) =>
  openPage('/user', [page], {
    [SITE]: good(SITE, { name: '石衡珠宝玉石检测中心' }),
    'GET /bff/certificates': { code: 200, data: { isOpen: true, officialOrigin: '', keys: [] } },
    ...answers,
  })
const findRow = async (nth: number) => {
  const list = within(await screen.findByRole('list', { name: '我的证书' }))
  return within(list.getAllByRole('listitem')[nth] as HTMLElement)
}

describe('the list of saved certificates', () => {
  it('shows the state of each in words, and offers a share only of valid ones', async () => {
    const reissued = makeSaved(3, { state: 'reissued', newerNo: makeNumber(9), changedOn: '2026-11-20' })
    const withdrawn = makeSaved(4, { state: 'withdrawn', reason: '样品信息登记有误', changedOn: '2026-11-21' })
    const corrected = makeSaved(2, { version: 2, changedOn: '2026-11-08', reason: '颜色描述有误' })
    open({
      [LIST]: good(LIST, [makeSaved(1, { shares: [share] }), corrected, reissued, withdrawn], { ...rest, total: 4 }),
    })
    const words = ['有效', '有效，已更正，第 2 版', '已换发', '已撤销']
    for (const [nth, word] of words.entries()) {
      const row = await findRow(nth)
      expect(row.getByText(word)).toBeTruthy()
      expect(row.queryAllByRole('button', { name: /^分享/ })).toHaveLength(nth < 2 ? 1 : 0)
    }
    expect((await findRow(1)).getByText(/2026-11-08 更正：颜色描述有误（收存时为第 1 版）/)).toBeTruthy()
    expect((await findRow(2)).getByText(makeNumber(9))).toBeTruthy()
    expect((await findRow(3)).getByText(/样品信息登记有误/)).toBeTruthy()
    expect((await findRow(0)).getByText(/打开 3 次/)).toBeTruthy()
    expect((await findRow(0)).getByText('12.00 g')).toBeTruthy()
  })

  it('shows a reissued certificate on top until the member dismisses the note', async () => {
    const reissued = makeSaved(3, { state: 'reissued', newerNo: makeNumber(9), changedOn: '2026-11-20', isNews: true })
    const notice = `PUT /v1/certificate/saved/${makeNumber(3)}`
    const { fetch } = open({
      [LIST]: () => good(LIST, [reissued], { ...rest, news: fetch.of(notice).length > 0 ? [] : [reissued] }),
      [notice]: { code: 200, data: null },
    } as Answers)
    const box = within(await screen.findByRole('region', { name: `证书 ${makeNumber(3)} 的变动` }))
    expect(box.getByRole('link', { name: '查询新证书' }).getAttribute('href')).toBe(
      `/certificate-check?no=${makeNumber(9)}`,
    )
    fireEvent.click(box.getByRole('button', { name: '知道了' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: /的变动$/ })).toBeNull())
  })

  it('revokes a share, also of a certificate that is not saved', async () => {
    const revoke = 'DELETE /v1/certificate/share/7'
    const { fetch } = open({
      [LIST]: () => good(LIST, [], { ...rest, total: 0, otherShares: fetch.of(revoke).length > 0 ? [] : [share] }),
      [revoke]: { code: 200, data: null },
    } as Answers)
    const others = within(await screen.findByRole('region', { name: '其他分享' }))
    fireEvent.click(others.getByRole('button', { name: /^收回/ }))
    await waitFor(() => expect(screen.queryByRole('region', { name: '其他分享' })).toBeNull())
    expect(screen.getByText('还没有收存证书')).toBeTruthy()
  })

  it('loads more rows after the last one, and shows an error when they could not be loaded', async () => {
    let times = 0
    const { fetch } = open({
      [LIST]: () => {
        times += 1
        if (times === 1) return bad(502, '暂时连接不上')
        return good(LIST, [makeSaved(times)], { ...rest, total: 2, hasMore: times === 2 })
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: '重新加载' }))
    fireEvent.click(await screen.findByRole('button', { name: '加载更多' }))
    await screen.findByText(makeNumber(3))
    expect(screen.getByText(makeNumber(2))).toBeTruthy()
    expect(fetch.of(LIST).at(-1)?.query.get('after')).toBe(makeNumber(2))
  })
})
