import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { good } from '#testing/answering.ts'
import { openPage } from '#testing/open-page.tsx'
import { Component, loader } from './withdrawn-page.tsx'

const PATH = '/certificate-check/withdrawn'
const CALL = 'GET /v1/certificate/withdrawn'
const row = { certificateNo: 'SH20240815000254', withdrawnOn: '2026-11-20' }
const open = (records: (typeof row)[], next: string | null, address = PATH) =>
  openPage(address, [{ path: PATH, Component, loader }], { [CALL]: good(CALL, { records, next }) })

it('lists number and day, and links to earlier ones', async () => {
  const next = '2026-11-20_SH20240815000254'
  const { fetch } = open([row], next)
  const line = (await screen.findByRole('rowheader', { name: row.certificateNo })).closest('tr')
  expect(line?.textContent).toBe('SH202408150002542026-11-20')
  const pages = within(screen.getByRole('navigation', { name: '分页' }))
  expect(pages.getByRole('link', { name: '更早' }).getAttribute('href')).toBe(`${PATH}?after=${next}`)
  expect(fetch.of(CALL)[0]?.query.toString()).toBe('')
})

it('shows an empty list, and ignores an invalid position in the list', async () => {
  const { fetch } = open([], null, `${PATH}?after=x`)
  expect(await screen.findByText('目前没有公告')).toBeTruthy()
  expect(fetch.of(CALL)[0]?.query.toString()).toBe('')
})
