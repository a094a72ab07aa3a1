import { MEDIA_ALT_MAX, MEDIA_NAME_MAX, MEDIA_SOURCE_MAX } from '@portal/contract/media/media-rules.ts'
import { type FormEvent, useId, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { CheckBox } from '#manage/controls/forms/check-box.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextArea, TextInput } from '#manage/controls/forms/inputs.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import styles from '#manage/controls/media/media.module.css'
import type { MediaItem } from '#manage/controls/media/media-words.ts'
import { useAction } from '#manage/controls/saving/use-action.ts'
import { Button } from '#ui/forms/button.tsx'

const ALT_HINT = '新插入时带上；已经插入的各有自己的替代文字，不会跟着改。'

/** Alternative text, name and source of a file. */
export function MediaForm({ item }: { item: MediaItem }) {
  const api = useApi()
  const runAction = useAction()
  const [decorativeId, searchableId] = [useId(), useId()]
  const { isBusy, run } = useBusy()
  const { name, alt, isDecorative, source, isSearchable } = item
  const saved = { name, alt, isDecorative, source, isSearchable }
  const [form, setForm] = useState(saved)
  const [isChecked, setIsChecked] = useState(false)
  const isChanged = JSON.stringify(form) !== JSON.stringify(saved)
  const change = (changes: Partial<typeof form>) => setForm({ ...form, ...changes })
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (form.name.trim() === '') return
    void run(() =>
      runAction(async () => {
        const body = { ...form, version: item.version }
        const params = { id: item.id }
        const { name, alt, isDecorative, source, isSearchable } = await api.call('PUT /v1/manage/media/{id}', {
          params,
          body,
        })
        setForm({ name, alt, isDecorative, source, isSearchable })
      }, '说明已保存'),
    )
  }
  return (
    <Panel title="说明">
      <form className={styles.form} onSubmit={handleSubmit} noValidate>
        {item.kind === 'picture' && (
          <>
            <Field
              label="替代文字"
              place="读屏软件、图片打不开时"
              hint={ALT_HINT}
              count={{ now: form.alt.length, max: MEDIA_ALT_MAX }}
            >
              <TextArea
                rows={3}
                maxLength={MEDIA_ALT_MAX}
                value={form.alt}
                onChange={({ target }) => change({ alt: target.value })}
              />
            </Field>
            <label className={styles.check} htmlFor={decorativeId}>
              <CheckBox
                id={decorativeId}
                checked={form.isDecorative}
                onChange={({ target }) => change({ isDecorative: target.checked })}
              />
              纯装饰，不需要替代文字
            </label>
          </>
        )}
        <Field
          label="文件名"
          place="下载时的名字"
          error={isChecked && form.name.trim() === '' ? '请填写文件名' : undefined}
        >
          <TextInput
            maxLength={MEDIA_NAME_MAX}
            value={form.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        </Field>
        <Field label="来源与授权" place="只有同事看得到" isOptional>
          <TextInput
            maxLength={MEDIA_SOURCE_MAX}
            value={form.source}
            onChange={({ target }) => change({ source: target.value })}
          />
        </Field>
        {item.kind === 'pdf' && (
          <label className={styles.check} htmlFor={searchableId}>
            <CheckBox
              id={searchableId}
              checked={form.isSearchable}
              onChange={({ target }) => change({ isSearchable: target.checked })}
            />
            允许搜索：搜索引擎可以收录这个 PDF
          </label>
        )}
        <div>
          <Button type="submit" disabled={!isChanged} isBusy={isBusy} busyLabel="保存中">
            保存说明
          </Button>
        </div>
      </form>
    </Panel>
  )
}
