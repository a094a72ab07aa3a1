import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { RouteObject } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { type Answers, bad, good } from '#testing/answering.ts'
import { openPage } from '#testing/open-page.tsx'
import { Component as ReportPage, loader as reportLoader } from './report-page.tsx'
import { reportAction } from './use-report.ts'

const PATH = '/certificate-check/report'
const REPORT = 'POST /v1/certificate/report'
const pages: RouteObject[] = [{ path: PATH, Component: ReportPage, loader: reportLoader, action: reportAction }]

async function open(answers: Answers = {}, path = `${PATH}?no=SH20261103001285`) {
  const page = openPage(path, pages, answers)
  await screen.findByLabelText('经过')
  return page
}

function fillStory(getStory: string) {
  fireEvent.change(screen.getByLabelText('经过'), { target: { value: getStory } })
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const getStory = () => screen.getByLabelText<HTMLTextAreaElement>('经过').value

describe('a visitor', () => {
  it('reports a certificate with its number filled in', async () => {
    const { fetch } = await open({ [REPORT]: good(REPORT, null) })
    fillStory('封面字体不同')
    press(/提交举报/)
    const heading = await screen.findByRole('heading', { name: '举报已提交' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(fetch.of(REPORT).map(({ body }) => body)).toEqual([
      { kind: 'certificate', certificateNo: 'SH20261103001285', text: '封面字体不同' },
    ])
  })

  it('gets the number of the report and the link to its conversation', async () => {
    await open({ [REPORT]: good(REPORT, { ticket: 1049, key: 'k'.repeat(43) }) })
    fillStory('封面字体不同')
    press(/提交举报/)
    expect(await screen.findByText('T-1049')).toBeTruthy()
    const link = screen.getByRole('link', { name: '跟进链接' })
    expect(link.getAttribute('href')).toBe(`/conversation?key=${'k'.repeat(43)}`)
    expect(screen.getByRole('button', { name: '复制跟进链接' })).toBeTruthy()
  })

  it('sees the missing fields, and nothing is sent', async () => {
    const { fetch } = await open()
    fireEvent.click(screen.getByRole('radio', { name: '假网站' }))
    press(/提交举报/)
    expect(screen.getByText('请输入假网站的网址')).toBeTruthy()
    expect(screen.getByText('请输入经过')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('假网站的网址'))
    expect(fetch.of(REPORT)).toEqual([])
  })

  it('keeps the input when upstream refuses, and sees another way to report', async () => {
    await open({
      [REPORT]: bad(500, '请求过于频繁,稍后重试'),
      'GET /v1/webSiteInfo': { code: 200, data: { email: 'lab@example.cn', phone: '010-1234', showList: '1' } },
    })
    fillStory('扫码打开的不是本站')
    press(/提交举报/)
    expect(await screen.findByRole('heading', { name: '尚未提交' })).toBeTruthy()
    expect(getStory()).toBe('扫码打开的不是本站')
    const mail = screen.getByRole('link', { name: '用邮件寄出已填写的内容' }).getAttribute('href') ?? ''
    expect(decodeURIComponent(mail)).toContain('经过：扫码打开的不是本站')
  })
})

it('explains how to send pictures to the laboratory', async () => {
  await open({
    'GET /v1/webSiteInfo': { code: 200, data: { email: 'lab@example.cn', phone: '010-1234', showList: '1' } },
  })
  expect(screen.getByRole('link', { name: 'lab@example.cn' }).getAttribute('href')).toBe('mailto:lab@example.cn')
})
