import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Answers } from '#testing/answering.ts'
import { makePlainPages, openPage } from '#testing/open-page.tsx'

it.each([
  ['owner', '/newSays'],
  ['user', undefined],
])('leads to writing a short post who may publish one: %s', async (role, address) => {
  const user = { id: '7', nickname: '林知微', role }
  openPage('/gem', makePlainPages('/gem'), { 'GET /bff/session': { code: 200, data: { user } } } as Answers)
  await screen.findByRole('link', { name: '写文章', hidden: true })
  const link = screen.queryByRole('link', { name: '发说说', hidden: true })
  expect(link?.getAttribute('href')).toBe(address)
})
