import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { makePlainPages, openPage } from '#testing/open-page.tsx'
import { oldAddresses } from './routes.tsx'

it.each([
  ['/news', '/tags', '?categoryId=32'],
  ['/research?categoryId=1&tagId=4', '/tags', '?categoryId=33&tagId=4'],
  ['/gem-encyclopedia', '/gem', ''],
  ['/inspection?from=footer', '/rangeDetail', '?from=footer'],
])('redirects %s to its new address in the client', async (from, path, search) => {
  const { router } = openPage(from, [...oldAddresses, ...makePlainPages('/tags', '/gem', '/rangeDetail')])
  expect(await screen.findByRole('heading', { name: `页面 ${path}` })).toBeTruthy()
  expect(router.state.location).toMatchObject({ pathname: path, search })
})
