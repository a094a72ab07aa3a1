import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { good } from '#testing/answering.ts'
import { OWNER, openArea, staffAnswers } from '#testing/open-manage.tsx'

const LIST = 'GET /v1/manage/certificates/imports'
const at = '/certificates/import'
const open = (self: Parameters<typeof staffAnswers>[0]) =>
  openArea(at, { answers: staffAnswers(self, { [LIST]: good(LIST, []) }) })

it('tells a writer without a name for signing in advance that an owner sets it', async () => {
  open({ duties: ['certify'], signingName: null })
  expect(await screen.findByText('您还没有证书署名')).toBeTruthy()
  expect(screen.getByText(/请负责人在“用户”中您的资料页上填写/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: '填写署名' })).toBeNull()
})

it('links an owner without a name for signing to the page that sets it', async () => {
  open({ duties: ['owner'], signingName: null })
  expect((await screen.findByRole('link', { name: '填写署名' })).getAttribute('href')).toContain(`/people/${OWNER.id}`)
})

it('shows nothing to a writer who has a name for signing', async () => {
  open({ duties: ['certify'], signingName: '沈砚秋' })
  expect(await screen.findByRole('heading', { name: '批量导入' })).toBeTruthy()
  expect(screen.queryByText('您还没有证书署名')).toBeNull()
})
