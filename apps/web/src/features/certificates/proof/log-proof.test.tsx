import type { ReceiptFile } from '@portal/contract/certificates/certificate-receipt.ts'
import type { Certificate, CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { good } from '#testing/answering.ts'
import { computeSha256Hex, type FakeLog, makeFakeLog, makeSigner } from '#testing/fake-log.ts'
import { openPage } from '#testing/open-page.tsx'
import { SAMPLE_CERTIFICATE } from '#testing/sample-certificate.ts'
import * as english from '../pages/en/lookup-page.tsx'
import * as lookup from '../pages/zh/lookup-page.tsx'
import * as report from '../report/report-page.tsx'
import { withTexts } from '../texts/texts.tsx'
import { resultTexts } from '../texts/zh/result.tsx'
import { LogProofLine } from './log-proof-line.tsx'

const CHECK = 'POST /v1/certificate/check'
const { certificateNo: NO } = SAMPLE_CERTIFICATE
const PICTURE = new TextEncoder().encode('the picture of the sample')
const certificate: Certificate = { ...SAMPLE_CERTIFICATE, pictures: [{ url: '/file/img/a.png', widthMm: 28 }] }

const makeRoute = (
  { Component, loader, action }: Pick<typeof lookup, 'Component' | 'loader' | 'action'>,
  path: string,
) => ({
  path,
  Component,
  loader,
  action,
})
const pages = [
  makeRoute(lookup, '/certificate-check'),
  makeRoute(english, '/en/certificate-check'),
  { path: '/certificate-check/report', Component: report.Component, loader: report.loader },
]

let log: FakeLog
let logged: CertificateAnswer
beforeEach(async () => {
  localStorage.clear()
  log = await makeFakeLog()
  await log.addOthers(3)
  logged = await log.enter({ state: 'valid', certificate }, [await computeSha256Hex(PICTURE)])
})

/** Looks up a certificate. */
async function lookUp(answer: CertificateAnswer = logged, path = '/certificate-check') {
  const opened = openPage(`${path}?no=${NO}`, pages, {
    'GET /bff/certificates': { code: 200, data: { isOpen: true, officialOrigin: 'https://www.example.cn', keys: [] } },
    'GET /v1/webSiteInfo': good('GET /v1/webSiteInfo', { name: '石衡珠宝玉石检测中心', phone: '010-6400 1200' }),
    [CHECK]: good(CHECK, answer, { receipt: 'a.b.c' }),
  })
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (address === '/file/img/a.png') return new Response(PICTURE)
    return (await log.answer(address)) ?? (await opened.fetch(address, init))
  })
  fireEvent.change(await screen.findByLabelText(/^(核对码|Check code)$/), { target: { value: '7K3M9Q' } })
  fireEvent.click(screen.getByRole('button', { name: /^(查询证书|Check)$/ }))
  return opened
}

/** Finds the line that begins with these words. */
async function findLine(words: RegExp, role: 'status' | 'alert' = 'status') {
  return await waitFor(() => {
    const found = screen.getAllByRole(role).find(({ textContent }) => words.test(textContent ?? ''))
    if (!found) throw new Error(`no ${role} with ${words}`)
    return found
  })
}

const changeConclusion = (conclusion: string): CertificateAnswer => ({
  ...logged,
  certificate: { ...certificate, conclusion },
})

/** Returns the file that a click on the button saves. */
async function readSavedFile(button: HTMLElement): Promise<string> {
  const blobs: Blob[] = []
  vi.stubGlobal('URL', Object.assign(URL, { revokeObjectURL: () => {} }))
  URL.createObjectURL = (blob) => {
    blobs.push(blob as Blob)
    return 'blob:saved'
  }
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  fireEvent.click(button)
  click.mockRestore()
  return (await blobs[0]?.text()) ?? ''
}

it('shows that the check runs, that the content is in the log, and at the next lookup that the log continues', async () => {
  const first = await lookUp()
  await findLine(/^正在核对公开日志…$/)
  const proved = await findLine(/^已核对：本页内容记在公开日志第 3 条。这台设备记下了检查点，下次查询时核对其延续。/)
  expect(within(proved).getByRole('link', { name: '公开日志' }).getAttribute('href')).toBe('/log')
  expect(screen.getByRole('heading', { name: '编号有效' })).toBeTruthy()
  first.unmount()
  await log.addOthers(9)
  await lookUp()
  await findLine(/^已核对：本页内容记在公开日志第 3 条，日志自这台设备 \d+ 月 \d+ 日所见以来只增不改。/)
})

it('shows the steps of the check, and saves receipt and proof', async () => {
  await lookUp()
  fireEvent.click(await screen.findByRole('button', { name: '怎样核对的' }))
  const steps = within(await screen.findByRole('region', { name: '核对过程' }))
  for (const text of ['3', /^4 条，.* 取得$/, '2 个摘要', '首次核对，已记下检查点', '无', '1 幅相符']) {
    expect(steps.getByText(text)).toBeTruthy()
  }
  expect(steps.getByRole('link', { name: '用别的工具核验' }).getAttribute('href')).toBe('/log#auditor')
  const proof = await readSavedFile(steps.getByRole('button', { name: '下载旁证文件' }))
  expect(proof.split('\n').slice(0, 3)).toEqual(['c2sp.org/tlog-proof@v1', expect.stringMatching(/^extra /), 'index 3'])
  const file = JSON.parse(await readSavedFile(steps.getByRole('button', { name: /下载凭证/ }))) as ReceiptFile
  expect(file).toEqual({ receipt: 'a.b.c', answer: logged, proof })
  const whole = JSON.parse(await readSavedFile(screen.getByRole('button', { name: '下载凭证文件' }))) as ReceiptFile
  expect(whole.proof).toBe(proof)
})

it('turns red when the content is not in the log: verdict, stamp, reasons and evidence, and no way to print it', async () => {
  const { router } = await lookUp(changeConclusion('天然翡翠'))
  await findLine(/^核对未通过：公开日志中没有本页内容。请勿据此交易，并告知本中心。/, 'alert')
  expect(screen.getByRole('heading', { name: '本页内容未能通过核对' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: '编号有效' })).toBeNull()
  expect(screen.getByText('未通过核对')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /打印|PDF|收存|分享/ })).toBeNull()
  const box = within(await screen.findByRole('region', { name: '为什么不要据此交易' }))
  expect(box.getByRole('link', { name: '010-6400 1200' })).toBeTruthy()
  const file = JSON.parse(await readSavedFile(box.getByRole('button', { name: '下载凭证' }))) as ReceiptFile
  expect(file).toMatchObject({ receipt: 'a.b.c', answer: { certificate: { conclusion: '天然翡翠' } } })
  fireEvent.click(box.getByRole('link', { name: '在线告知' }))
  const text = await screen.findByLabelText<HTMLTextAreaElement>('经过')
  expect(text.value).toContain('公开日志中没有本页内容')
  expect(text.value).toContain('凭证：a.b.c')
  expect(router.state.location.search).toBe(`?no=${NO}`)
})

it('turns red when the log was rewritten or is signed by another key, with both checkpoints as evidence', async () => {
  const first = await lookUp()
  await findLine(/^已核对/)
  first.unmount()
  log.leaves[0] = log.leaves[1] as (typeof log.leaves)[number]
  const second = await lookUp()
  await findLine(/^核对未通过：日志与这台设备 \d+ 月 \d+ 日所见不相延续，早先的记录可能被改过。请勿据此交易。/, 'alert')
  const file = JSON.parse(await readSavedFile(await screen.findByRole('button', { name: '下载凭证' }))) as ReceiptFile
  expect(file.checkpoints).toEqual({ read: await log.note(), seen: expect.stringMatching(/^www\.example\.cn/) })
  second.unmount()
  log.signer = await makeSigner()
  await lookUp()
  const foreign = await findLine(/^核对未通过：检查点的签名不是本中心的。您可能不在本中心的网站上。/, 'alert')
  expect(within(foreign).getByRole('link', { name: '怎样辨认' }).getAttribute('href')).toBe('#official')
})

it('reports no fault when the log cannot be reached, and tries again', async () => {
  log.replace.set('/log/checkpoint', () => new Response('', { status: 503 }))
  await lookUp()
  const waiting = await findLine(/^暂时取不到公开日志，尚未核对；查询结果不受影响。/)
  expect(screen.getByRole('heading', { name: '编号有效' })).toBeTruthy()
  log.replace.clear()
  fireEvent.click(within(waiting).getByRole('button', { name: '重试' }))
  await findLine(/^已核对/)
})

it('explains that a browser without Web Crypto cannot check', async () => {
  const view = lookUp()
  vi.stubGlobal('crypto', {})
  await view
  const neutral = await findLine(/^此浏览器无法核验公开日志，尚未核对；查询结果不受影响。/)
  expect(within(neutral).getByRole('link', { name: '自行核对' }).getAttribute('href')).toBe('/log#auditor')
})

it('explains that an answer names no entry although this device has seen the log, and reports no fault', async () => {
  const first = await lookUp()
  await findLine(/^已核对/)
  first.unmount()
  const second = await lookUp({ state: 'valid', certificate })
  await findLine(/^本次答复没有附公开日志条目，尚未核对。/)
  expect(screen.getByRole('heading', { name: '编号有效' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  second.unmount()
  const third = await lookUp({ state: 'withdrawn', certificate })
  await findLine(/^这次撤销暂无公开日志条目，尚未核对；撤销已经生效。/)
  third.unmount()
  await lookUp({ state: 'valid', certificate }, '/en/certificate-check')
  await findLine(/^The answer names no entry of the public log, so it was not checked/)
})

it('reports no fault while the log is stopped after a restore, and succeeds after the recovery', async () => {
  await log.addOthers(5)
  const first = await lookUp()
  await findLine(/^已核对/)
  first.unmount()
  for (const file of ['checkpoint', 'key']) log.replace.set(`/log/${file}`, () => new Response('', { status: 503 }))
  const second = await lookUp()
  await findLine(/^暂时取不到公开日志，尚未核对；查询结果不受影响。/)
  expect(screen.getByRole('heading', { name: '编号有效' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  second.unmount()
  log.replace.clear()
  const withdrawn = await log.enter({ state: 'withdrawn', certificate }, [await computeSha256Hex(PICTURE)])
  await lookUp(withdrawn)
  await findLine(/^已核对：本页内容记在公开日志第 9 条，日志自这台设备 \d+ 月 \d+ 日所见以来只增不改。/)
})

it('shows no proof when upstream has no log', async () => {
  await lookUp({ state: 'valid', certificate })
  await screen.findByRole('heading', { name: '编号有效' })
  expect(screen.queryByText(/公开日志第|核对公开日志/)).toBeNull()
  expect(log.asked).toEqual([])
})

it('shows index and entry when the server renders the result', () => {
  const Line = withTexts(LogProofLine, resultTexts)
  const html = renderToString(
    <MemoryRouter>
      <Line
        proof={{ kind: 'unscripted' }}
        log={{ index: 1_048_127, salt: '', entry: 'P6lcDnEAAAAAAAAAAAAAAAAAAAAAAAAAAIi00Mgh4=', text: '', format: 1 }}
        {...{ certificateNo: NO, phone: '', onSaveReceipt: undefined, report: '', onRetry: () => {}, children: <p /> }}
      />
    </MemoryRouter>,
  )
  const text = html.replaceAll(/<[^>]*>/g, '')
  expect(text).toMatch(/公开日志第 1,048,127 条，条目 .*。脚本未启用，本页没有自行核对。自行核对/)
})

it('uses English on the English page', async () => {
  const first = await lookUp(logged, '/en/certificate-check')
  await findLine(/^Checked: what is shown is entry 3 of the public log\. This device has stored the checkpoint/)
  fireEvent.click(screen.getByRole('button', { name: 'How' }))
  expect(await screen.findByText('first check, checkpoint stored')).toBeTruthy()
  first.unmount()
  await lookUp(changeConclusion('天然翡翠'), '/en/certificate-check')
  await findLine(/^Check failed: what is shown is not in the public log\./, 'alert')
  expect(await screen.findByRole('heading', { name: 'Why not to rely on it' })).toBeTruthy()
})
