import { createHash } from 'node:crypto'
import { type ReceiptFile, toCanonicalJson } from '@portal/contract/certificates/certificate-receipt.ts'
import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { RouteObject } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { checkLogged } from '#domain/log/check-logged.ts'
import { type FakeLog, makeFakeLog, makeSigner } from '#testing/fake-log.ts'
import { openPage } from '#testing/open-page.tsx'
import { makeReceiptKey, RECEIPT_ANSWER, RECEIPT_CLAIMS, signReceipt } from '#testing/receipts.ts'
import * as chinese from '../pages/zh/receipt-page.tsx'
import * as verification from './verify-receipt.ts'

const PATH = '/certificate-check/receipt'
const { meta: _meta, ...page } = chinese
const pages: RouteObject[] = [{ path: PATH, ...page }]
const key = makeReceiptKey()
const receipt = signReceipt(key)
const site = { isOpen: true, officialOrigin: 'https://www.example.cn', keys: [key.published] }

function open(path = PATH) {
  return openPage(path, pages, {
    'GET /bff/certificates': { code: 200, data: site },
    'GET /log/key': new Response('', { status: 404 }),
  })
}

async function check(text: string) {
  fireEvent.change(await screen.findByLabelText('凭证文本'), { target: { value: text } })
  fireEvent.click(screen.getByRole('button', { name: /核验凭证/ }))
}

it('shows claims and time of a valid receipt, and links to a new lookup', async () => {
  const { fetch } = open()
  await check(receipt)
  const heading = await screen.findByRole('heading', { name: '有效' })
  const result = within(heading.closest('section') as HTMLElement)
  for (const words of ['SH20261103001285', '编号有效', '2026-11-21 09:41', 'https://www.example.cn', 'key-1']) {
    expect(result.getByText(words)).toBeTruthy()
  }
  expect(result.getByText(/凭证说明的是查询当时的情况/)).toBeTruthy()
  expect(result.getByRole('link', { name: '现在查询这份证书' }).getAttribute('href')).toBe(
    '/certificate-check?no=SH20261103001285',
  )
  await waitFor(() => expect(document.activeElement).toBe(heading))
  // The receipt was checked on the device: nothing was sent.
  expect(fetch.asked.map(({ key: asked }) => asked).filter((asked) => asked.startsWith('POST'))).toEqual([])
})

it('verifies the receipt in the fragment of the address', async () => {
  open(`${PATH}#${receipt}`)
  expect(await screen.findByRole('heading', { name: '有效' })).toBeTruthy()
})

it('prints the receipt with its QR code', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  open(`${PATH}#${receipt}`)
  fireEvent.click(await screen.findByRole('button', { name: '打印凭证' }))
  expect(print).toHaveBeenCalledOnce()
  expect(screen.getByText(/扫码核对本次查询凭证/)).toBeTruthy()
})

it('verifies a file and compares its answer', async () => {
  open()
  const makeFile = (answer: unknown) => new File([JSON.stringify({ receipt, answer })], 'SH.receipt.json')
  const field = await screen.findByLabelText('选取凭证文件')
  fireEvent.change(field, { target: { files: [makeFile(RECEIPT_ANSWER)] } })
  expect(await screen.findByText('与签名一致')).toBeTruthy()
  expect(screen.getByText('绿松石')).toBeTruthy()
  fireEvent.change(field, { target: { files: [makeFile({ ...RECEIPT_ANSWER, state: 'withdrawn' })] } })
  expect(await screen.findByRole('heading', { name: '已被改动' })).toBeTruthy()
  expect(screen.getByText(/文件里的证书内容与签名时不同/)).toBeTruthy()
})

describe('a receipt with a proof of the public log', () => {
  let log: FakeLog
  let answer: CertificateAnswer
  let proof: string
  beforeEach(async () => {
    localStorage.clear()
    log = await makeFakeLog()
    await log.addOthers(5)
    answer = await log.enter(RECEIPT_ANSWER as CertificateAnswer)
    await log.addOthers(2)
    vi.stubGlobal('fetch', async (address: string) => (await log.answer(address)) ?? new Response('', { status: 404 }))
    const found = await checkLogged(answer)
    if (found.kind !== 'included') throw new Error('the answer is not in the log')
    proof = found.file
    localStorage.clear()
  })

  async function choose(makeFile: Partial<ReceiptFile>) {
    const hash = createHash('sha256')
      .update(toCanonicalJson(makeFile.answer ?? answer))
      .digest('base64url')
    const signed = signReceipt(key, { ...RECEIPT_CLAIMS, hash })
    const { fetch } = open()
    vi.stubGlobal('fetch', async (address: string) => (await log.answer(address)) ?? (await fetch(address)))
    const content = JSON.stringify({ receipt: signed, answer, proof, ...makeFile })
    const field = await screen.findByLabelText('选取凭证文件')
    fireEvent.change(field, { target: { files: [new File([content], 'SH.receipt.json')] } })
  }

  it('is valid, and states its place in the log', async () => {
    await choose({})
    expect(await screen.findByRole('heading', { name: '有效' })).toBeTruthy()
    expect(screen.getByText('在第 5 条，检查点 8 条，签名相符')).toBeTruthy()
    expect(log.asked.filter((path) => path.includes('tile')).length).toBeLessThan(5)
  })

  it.each<[string, () => Partial<ReceiptFile>, RegExp]>([
    ['another index', () => ({ proof: proof.replace('index 5', 'index 6') }), /不能证明其内容在公开日志之中/],
    ['a missing hash', () => ({ proof: proof.replace(/\n[^\n]+\n\n/, '\n\n') }), /不能证明/],
    ['no form', () => ({ proof: '旁证' }), /不能证明/],
    ['another answer', () => ({ answer: { ...answer, state: 'withdrawn', changedOn: '2026-11-05' } }), /不能证明/],
    ['another size', () => ({ proof: proof.replace('\n8\n', '\n9\n') }), /所附检查点的签名不是本站公开日志的/],
  ])('fails with %s', async (_label, change, words) => {
    await choose(change())
    expect(await screen.findByRole('heading', { name: '未通过公开日志核对' })).toBeTruthy()
    expect(screen.getByText(words)).toBeTruthy()
  })

  it('fails when another key signed the checkpoint, and stays unchecked without a key', async () => {
    log.signer = await makeSigner()
    await choose({})
    expect(await screen.findByText(/所附检查点的签名不是本站公开日志的/)).toBeTruthy()
    cleanup()
    log.replace.set('/log/key', () => new Response('', { status: 404 }))
    await choose({})
    expect(await screen.findByText('附有旁证，此处无从核对日志的签名')).toBeTruthy()
    expect(screen.getByRole('heading', { name: '有效' })).toBeTruthy()
  })
})

it.each([
  [`${receipt.slice(0, -5)}AAAAA`, '已被改动'],
  [signReceipt(makeReceiptKey('key-9')), '非本站密钥签发'],
  ['这是真的', '不是查询凭证'],
])('explains an invalid receipt, case %#', async (text, title) => {
  open()
  await check(text)
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.queryByText('当时状态')).toBeNull()
})

it('shows the time from which the key is revoked, and links to a new lookup', async () => {
  const revoked = { ...key.published, revoked: { revoked_at: Date.UTC(2026, 10, 21, 17) / 1000 } }
  openPage(PATH, pages, { 'GET /bff/certificates': { code: 200, data: { ...site, keys: [revoked] } } })
  await check(receipt)
  expect(await screen.findByRole('heading', { name: '签名密钥已作废' })).toBeTruthy()
  expect(screen.getByText(/签名密钥已于 2026-11-22 作废.*请重新查询/)).toBeTruthy()
  expect(screen.queryByText('编号有效')).toBeNull()
  expect(screen.getByRole('link', { name: '现在查询这份证书' }).getAttribute('href')).toBe(
    '/certificate-check?no=SH20261103001285',
  )
})

it('requires a text', async () => {
  open()
  await check('  ')
  expect(await screen.findByText('请粘贴凭证文本')).toBeTruthy()
})

it('shows an error when the verification code cannot be loaded', async () => {
  open()
  await screen.findByLabelText('凭证文本')
  vi.spyOn(verification, 'verifyReceipt').mockRejectedValue(new TypeError('Failed to fetch'))
  await check(receipt)
  expect(await screen.findByText('核验程序未能载入，请联网后重试')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: '有效' })).toBeNull()
})

it('verifies on the server when the form is posted without scripts', async () => {
  const { router } = open()
  await screen.findByLabelText('凭证文本')
  const form = new FormData()
  form.set('receipt', receipt)
  await router.navigate(PATH, { formMethod: 'post', formData: form })
  await waitFor(() => expect(router.state.actionData).toBeTruthy())
  expect(Object.values(router.state.actionData ?? {})[0]).toMatchObject({ typed: receipt, verdict: { kind: 'valid' } })
})
