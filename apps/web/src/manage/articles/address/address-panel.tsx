import { toSlugPath } from '@portal/contract/articles/slug-rules.ts'
import { useApi } from '#lib/api/api-context.ts'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextArea } from '#manage/controls/forms/inputs.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import fields from '../content-fields.module.css'
import type { OpenedContent } from '../load-content.ts'
import type { ContentEditor } from '../use-content-editor.ts'
import { AddressForm } from './address-form.tsx'
import { excerptMarkdown, SearchPreview } from './search-preview.tsx'

/** Address of an article, and how it looks in search results and shared. */
export function AddressPanel({ editor, opened }: { editor: ContentEditor; opened: OpenedContent }) {
  const { id, slug } = opened.article
  const { edit } = editor
  const { title, summary, contentMd, avatar } = edit.values
  const api = useApi()
  const isReadOnly = editor.lock.isOther
  const move = async (typed: string) => {
    const call = { params: { id }, body: { slug: typed || null }, quiet: true }
    return (await api.call('PUT /v1/manage/articles/{id}/address', call)).isRedirected
  }
  return (
    <Panel title="地址与搜索">
      <div className={fields.stack}>
        <AddressForm
          key={slug}
          path="/article/"
          stored={slug ?? ''}
          title={title}
          hint={`不填则用编号 ${id}。发布过的文章改了地址，旧地址自动跳转`}
          isOptional
          isReadOnly={isReadOnly}
          onMove={move}
        />
        <Field label="摘要" place="列表、搜索结果" isOptional {...edit.getFieldProps('summary')}>
          <TextArea rows={3} {...edit.getInputProps('summary')} maxLength={400} readOnly={isReadOnly} />
        </Field>
        <SearchPreview
          path={toSlugPath(slug ?? String(id))}
          title={title}
          summary={summary}
          instead={{ text: excerptMarkdown(contentMd), words: '没有填摘要，用正文的开头' }}
          cover={avatar ?? ''}
        />
      </div>
    </Panel>
  )
}
