import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { type Answers, good } from '#testing/answering.ts'
import { openManage, staffAnswers } from '#testing/open-manage.tsx'

const LIST = 'GET /v1/manage/backups'
const START = 'POST /v1/manage/backups'
const NAME = '20261120T020001Z-manage'
const BACKUP = { name: NAME, time: '2026-11-20 10:00:01', bytes: 5_000_000, files: 12, hasDatabase: true }
const nothing = { records: [], isRunning: false, hasFailed: false, command: null }
const open = (answers: Answers) => openManage(staffAnswers({ duties: ['owner'] }, answers), '/backups')

it('makes a backup, shows that it is being made, and downloads it', async () => {
  const clicked: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(`${this.getAttribute('href')} ${this.download}`)
  })
  let stored = good(LIST, nothing)
  open({
    [LIST]: () => stored,
    [START]: () => {
      stored = good(LIST, { ...nothing, records: [BACKUP], isRunning: true })
      return good(START, null)
    },
  })
  expect(await screen.findByText('还没有备份。')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '现在备份' }))
  expect(await screen.findByText('正在备份')).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: '下载' }))
  await waitFor(() => expect(clicked).toEqual([`/v1/manage/backups/${NAME}/download ${NAME}.zip`]))
})

it('says why it makes none where PostgreSQL has its own tools, and that the last one failed', async () => {
  open({ [LIST]: good(LIST, { ...nothing, hasFailed: true, command: 'pg_dump -Fc portal' }) })
  expect(await screen.findByText('pg_dump -Fc portal')).toBeTruthy()
  expect(screen.getByText('上一次没有备份成功')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '现在备份' })).toBeNull()
})
