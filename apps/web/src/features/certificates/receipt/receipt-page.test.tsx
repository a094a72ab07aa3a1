import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { RouteObject } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { makeReceiptKey, RECEIPT_ANSWER, signReceipt } from '#testing/receipts.ts'
import { Component as ReceiptPage, loader as receiptLoader } from './receipt-page.tsx'
import { receiptAction } from './use-receipt-check.ts'
import * as verification from './verify-receipt.ts'

const PATH = '/certificate-check/receipt'
const pages: RouteObject[] = [{ path: PATH, Component: ReceiptPage, loader: receiptLoader, action: receiptAction }]
const key = makeReceiptKey()
const receipt = signReceipt(key)
const site = { isOpen: true, officialOrigin: 'https://www.example.cn', keys: [key.published] }

function open(path = PATH) {
  return openPage(path, pages, { 'GET /bff/certificates': { code: 200, data: site } })
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
  for (const words of ['SH20261103001284', '编号有效', '2026-11-21 09:41', 'https://www.example.cn', 'key-1']) {
    expect(result.getByText(words)).toBeTruthy()
  }
  expect(result.getByText(/凭证说明的是查询当时的情况/)).toBeTruthy()
  expect(result.getByRole('link', { name: '现在查询这份证书' }).getAttribute('href')).toBe(
    '/certificate-check?no=SH20261103001284',
  )
  await waitFor(() => expect(document.activeElement).toBe(heading))
  // Checked on the device: nothing was sent.
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
  const file = (answer: unknown) => new File([JSON.stringify({ receipt, answer })], 'SH.receipt.json')
  const field = await screen.findByLabelText('选取凭证文件')
  fireEvent.change(field, { target: { files: [file(RECEIPT_ANSWER)] } })
  expect(await screen.findByText('与签名一致')).toBeTruthy()
  expect(screen.getByText('绿松石')).toBeTruthy()
  fireEvent.change(field, { target: { files: [file({ ...RECEIPT_ANSWER, state: 'withdrawn' })] } })
  expect(await screen.findByRole('heading', { name: '已被改动' })).toBeTruthy()
  expect(screen.getByText(/文件里的证书内容与签名时不同/)).toBeTruthy()
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

it('shows since when the key is revoked, and links to a new lookup', async () => {
  const revoked = { ...key.published, revoked: { revoked_at: Date.UTC(2026, 10, 21, 17) / 1000 } }
  openPage(PATH, pages, { 'GET /bff/certificates': { code: 200, data: { ...site, keys: [revoked] } } })
  await check(receipt)
  expect(await screen.findByRole('heading', { name: '签名密钥已作废' })).toBeTruthy()
  expect(screen.getByText(/签名密钥已于 2026-11-22 作废.*请重新查询/)).toBeTruthy()
  expect(screen.queryByText('编号有效')).toBeNull()
  expect(screen.getByRole('link', { name: '现在查询这份证书' }).getAttribute('href')).toBe(
    '/certificate-check?no=SH20261103001284',
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
