import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createApiClient } from '#lib/api/api-client.ts'
import { ApiContext } from '#lib/api/api-context.ts'
import { type Answers, answering, bad, good } from '#testing/answering.ts'
import { CommentsPanel } from './comments-panel.tsx'

const READ: string = 'GET /v1/manage/articles/25/comments'
const SAVE: string = 'PUT /v1/manage/articles/25/comments'
const stored = (days: number | null, siteDays: number | null = null) =>
  good('GET /v1/manage/articles/{id}/comments', { days, siteDays })

function open(answers: Answers) {
  const fetch = answering(answers)
  render(
    <ApiContext value={createApiClient({ fetch })}>
      <CommentsPanel articleId={25} />
    </ApiContext>,
  )
  return fetch
}
const findChoice = () => screen.findByLabelText<HTMLSelectElement>('读者评论')

it('stores a choice at once, and shows a stored number of days that the list does not offer', async () => {
  const fetch = open({ [READ]: stored(45, 30), [SAVE]: good('PUT /v1/manage/articles/{id}/comments', null) })
  const choice = await findChoice()
  expect(choice.selectedOptions[0]?.text).toBe('发布 45 天后关闭')
  fireEvent.change(choice, { target: { value: '0' } })
  await waitFor(() => expect(fetch.of(SAVE)[0]?.body).toEqual({ days: 0 }))
  fireEvent.change(choice, { target: { value: 'null' } })
  await waitFor(() => expect(fetch.of(SAVE)[1]?.body).toEqual({ days: null }))
  expect(choice.selectedOptions[0]?.text).toBe('按全站的设置（发布 30 天后关闭）')
  fireEvent.change(choice, { target: { value: '-1' } })
  await waitFor(() => expect(fetch.of(SAVE)[2]?.body).toEqual({ days: -1 }))
  expect(choice.selectedOptions[0]?.text).toBe('一直开放')
})

it('takes a refused choice back, and is absent when the setting cannot be read', async () => {
  open({ [READ]: stored(null), [SAVE]: bad(500, '文章不存在') })
  const choice = await findChoice()
  fireEvent.change(choice, { target: { value: '7' } })
  await waitFor(() => expect(choice.value).toBe('null'))
})
