import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, bad, good } from '#testing/answering.ts'
import { fakeUploads } from '#testing/fake-upload.ts'
import { openPage } from '#testing/open-page.tsx'
import { Component as ReportPage, loader as reportLoader } from './report-page.tsx'
import { reportAction } from './use-report.ts'

const PATH = '/certificate-check/report'
const REPORT = 'POST /v1/certificate/report'
const pages = [{ path: PATH, Component: ReportPage, loader: reportLoader, action: reportAction }]
const makePicture = (name: string, type = 'image/png') => new File(['x'], name, { type })

async function open(answers: Answers = {}) {
  const uploads = fakeUploads()
  const page = openPage(PATH, pages, answers)
  fireEvent.change(await screen.findByLabelText('经过'), { target: { value: '扫码打开的不是本站' } })
  return { ...page, uploads }
}
const choose = (...files: File[]) => fireEvent.change(screen.getByLabelText(/添加图片|已添加/), { target: { files } })
const send = () => fireEvent.click(screen.getByRole('button', { name: /提交举报/ }))

describe('pictures of a report', () => {
  it('are uploaded when chosen, and named in the report', async () => {
    const { fetch, uploads } = await open({ [REPORT]: good(REPORT, null) })
    choose(makePicture('正面.png'), makePicture('背面.png'))
    expect(screen.getByAltText('第 1 张：正面.png')).toBeTruthy()
    await waitFor(() => expect(uploads).toHaveLength(2))
    const sent = uploads[0]?.sent as FormData
    expect(sent.get('multipartFile')).toMatchObject({ name: '正面.png' })
    act(() => uploads[0]?.progress(0.5))
    expect(screen.getByLabelText<HTMLProgressElement>('第 1 张图片的上传进度').value).toBe(0.5)

    send()
    expect(screen.getByText('图片正在上传，完成后再提交')).toBeTruthy()
    expect(fetch.of(REPORT)).toEqual([])
    for (const [nth, upload] of uploads.entries())
      await act(async () => upload.answer({ code: 200, data: `a${nth}.webp` }))
    await waitFor(() => expect(screen.getAllByText('已上传')).toHaveLength(2))
    fireEvent.click(screen.getByRole('button', { name: '移除第 1 张图片' }))
    send()
    await screen.findByRole('heading', { name: '举报已提交' })
    expect(fetch.of(REPORT).map(({ body }) => body)).toEqual([
      { kind: 'certificate', text: '扫码打开的不是本站', pictures: ['a1.webp'] },
    ])
  })

  it('show failed uploads, and hold the report back until they are retried or removed', async () => {
    const { fetch, uploads } = await open({ [REPORT]: bad(500, '请求过于频繁,稍后重试') })
    choose(makePicture('正面.png'))
    await waitFor(() => expect(uploads).toHaveLength(1))
    await act(async () => uploads[0]?.answer(bad(500, '今天收到的图片已达上限，请不带图片提交，或用邮件寄送')))
    expect(await screen.findByText('今天收到的图片已达上限，请不带图片提交，或用邮件寄送')).toBeTruthy()
    send()
    expect(screen.getByText('有图片没有上传，请重试或移除后提交')).toBeTruthy()
    expect(fetch.of(REPORT)).toEqual([])

    fireEvent.click(screen.getByRole('button', { name: '重试第 1 张图片' }))
    await waitFor(() => expect(uploads).toHaveLength(2))
    await act(async () => uploads[1]?.answer({ code: 200, data: 'a.webp' }))
    await screen.findByText('已上传')
    send()
    expect(await screen.findByRole('heading', { name: '尚未提交' })).toBeTruthy()
    expect(screen.getByLabelText<HTMLTextAreaElement>('经过').value).toBe('扫码打开的不是本站')
    expect(screen.getByAltText('第 1 张：正面.png')).toBeTruthy()
  })

  it('are limited to six, and to picture files', async () => {
    const { uploads } = await open()
    choose(makePicture('合同.pdf', 'application/pdf'))
    expect(screen.getByText(/“合同.pdf”没有添加：请选择/)).toBeTruthy()
    choose(...['1', '2', '3', '4', '5', '6', '7'].map((name) => makePicture(name)))
    expect(screen.getByText('最多 6 张，其余没有添加')).toBeTruthy()
    expect(screen.getByLabelText('已添加 6 张图片').getAttribute('aria-disabled')).toBe('true')
    await waitFor(() => expect(uploads).toHaveLength(3))
  })

  it('show an error when upstream lacks the call', async () => {
    const { uploads } = await open()
    choose(makePicture('1.png'))
    await waitFor(() => expect(uploads).toHaveLength(1))
    await act(async () => uploads[0]?.answer(bad(404, '没有这个接口')))
    expect(await screen.findByText('本站暂不接收图片，请移除后提交')).toBeTruthy()
  })
})
