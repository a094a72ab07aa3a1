import { CircleAlert } from '@lucide/icons'
import { Field } from '#ui/forms/field.tsx'
import { TextArea } from '#ui/forms/text-area.tsx'
import { Icon } from '#ui/icon.tsx'
import shared from '#ui/shared.module.css'
import { CoverField } from '../pictures/cover-field.tsx'
import type { EditorModel } from '../use-editor.ts'
import type { TaxonomyOption } from '../writing.ts'
import styles from './article-fields.module.css'
import { TagField } from './tag-field.tsx'
import { type FaultyField, SUMMARY_MAX } from './writing-faults.ts'

export interface ArticleFieldsProps {
  editor: EditorModel
  categories: readonly TaxonomyOption[]
  tags: readonly TaxonomyOption[]
  isReadOnly: boolean
  faultOf: (field: FaultyField) => string | undefined
}

/** All fields but title and text. */
export function ArticleFields({ editor, categories, tags, isReadOnly, faultOf }: ArticleFieldsProps) {
  const { writing, change } = editor
  const categoryFault = faultOf('category')
  const makeFieldProps = (name: 'summary' | 'originalUrl' | 'keywords') => ({
    name,
    value: writing[name],
    readOnly: isReadOnly,
    error: faultOf(name),
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  return (
    <div className={styles.root}>
      <div className={styles.column}>
        <fieldset
          className={styles.choice}
          id="field-category"
          tabIndex={-1}
          data-faulty={categoryFault ? true : undefined}
        >
          <legend className={shared.fieldLegend}>分类</legend>
          <div className={shared.wrap2}>
            {categories.map(({ id, name }) => (
              <label key={id} className={styles.chip}>
                <input
                  type="radio"
                  name="category"
                  checked={writing.categoryId === id}
                  disabled={isReadOnly}
                  onChange={() => change({ categoryId: id })}
                />
                {name}
              </label>
            ))}
          </div>
          {categoryFault && (
            <p className={styles.error}>
              <Icon of={CircleAlert} sizePx={16} />
              {categoryFault}
            </p>
          )}
        </fieldset>
        <TagField
          tags={tags}
          chosen={writing.tagIds}
          isReadOnly={isReadOnly}
          onChange={(tagIds) => change({ tagIds })}
        />
        <TextArea
          label="摘要"
          rows={3}
          {...makeFieldProps('summary')}
          count={{ now: writing.summary.trim().length, max: SUMMARY_MAX }}
          placeholder="一两句话，显示在列表里"
        />
      </div>
      <div className={styles.column}>
        <CoverField url={writing.coverUrl} isReadOnly={isReadOnly} onChange={(coverUrl) => change({ coverUrl })} />
        <fieldset className={styles.choice}>
          <legend className={shared.fieldLegend}>来源</legend>
          <div className={shared.wrap2}>
            {[true, false].map((isOriginal) => (
              <label key={String(isOriginal)} className={styles.chip}>
                <input
                  type="radio"
                  name="origin"
                  checked={writing.isOriginal === isOriginal}
                  disabled={isReadOnly}
                  onChange={() => change({ isOriginal })}
                />
                {isOriginal ? '原创' : '转载'}
              </label>
            ))}
          </div>
        </fieldset>
        {!writing.isOriginal && (
          <Field label="原文地址" {...makeFieldProps('originalUrl')} inputMode="url" placeholder="https://" />
        )}
        <Field label="关键词" {...makeFieldProps('keywords')} hint="用逗号分开，供搜索引擎参考" />
      </div>
    </div>
  )
}
