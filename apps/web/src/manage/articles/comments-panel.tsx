import {
  COMMENT_DAYS_CHOICES,
  COMMENTS_ALWAYS,
  describeCommentDays,
  describeSiteCommentDays,
} from '@portal/contract/community/comment-policy.ts'
import { useEffect, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import { Field } from '#manage/controls/forms/field.tsx'
import { Select } from '#manage/controls/forms/inputs.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'

const DAYS = [null, COMMENTS_ALWAYS, 0, ...COMMENT_DAYS_CHOICES]

/** 评论: until when an article takes comments. It is no part of the text, and stored at once. */
export function CommentsPanel({ articleId }: { articleId: number }) {
  const api = useApi()
  const params = { id: articleId }
  const [days, setDays] = useState<number | null | undefined>()
  const [siteDays, setSiteDays] = useState<number | null>(null)
  useEffect(() => {
    const load = async () => {
      const stored = await api
        .call('GET /v1/manage/articles/{id}/comments', { params: { id: articleId }, quiet: true })
        .catch(() => null)
      if (!stored) return
      setDays(stored.days)
      setSiteDays(stored.siteDays)
    }
    void load()
  }, [api, articleId])
  if (days === undefined) return null

  const save = async (next: number | null) => {
    setDays(next)
    try {
      await api.call('PUT /v1/manage/articles/{id}/comments', { params, body: { days: next } })
      showToast('success', '评论的设置已保存，立即生效')
    } catch {
      setDays(days)
    }
  }
  const choices = DAYS.includes(days) ? DAYS : [...DAYS, days]
  const describe = (value: number | null) =>
    describeCommentDays(value) + (value === null ? `（${describeSiteCommentDays(siteDays)}）` : '')
  return (
    <Panel title="评论">
      <Field label="读者评论" hint="已有的评论照常显示；改动立即生效，不必发布">
        <Select
          value={String(days)}
          options={choices.map((value) => ({ value: String(value), label: describe(value) }))}
          onChange={({ target }) => void save(target.value === 'null' ? null : Number(target.value))}
        />
      </Field>
    </Panel>
  )
}
