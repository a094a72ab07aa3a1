import { ImageUp } from '@lucide/icons'
import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { PICTURE_TYPES, uploadPicture } from '#lib/api/picture-upload.ts'
import { showToast } from '#lib/toasts.ts'
import { Field } from '#manage/controls/forms/field.tsx'
import { Select, TextInput } from '#manage/controls/forms/inputs.tsx'
import { Switch } from '#manage/controls/forms/switch.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Button } from '#ui/forms/button.tsx'
import { FileButton } from '#ui/forms/file-button.tsx'
import styles from './content-fields.module.css'
import type { OpenedContent } from './load-content.ts'
import { TagPicker } from './tag-picker.tsx'
import type { ContentEditor } from './use-content-editor.ts'

const MARKS = [
  ['isStick', '置顶', '在栏目与首页列表最前'],
  ['isRecommend', '推荐', '在首页新闻区显示'],
  ['isCarousel', '轮播', '在首页大图轮流显示'],
] as const

/** The panel beside the text of an article: category, tags, cover and other facts of publication. */
export function PublishPanel({ editor, opened }: { editor: ContentEditor; opened: OpenedContent }) {
  const { edit, change } = editor
  const { values } = edit
  const isReadOnly = editor.lock.isOther
  const { nickname } = opened.article
  return (
    <Panel title="发布">
      <div className={styles.stack}>
        <p className={styles.fact}>作者 {nickname}</p>
        <Field label="栏目" {...edit.getFieldProps('categoryId')}>
          <Select
            name="categoryId"
            value={String(values.categoryId)}
            options={opened.categories}
            disabled={isReadOnly}
            onChange={({ target }) => change({ categoryId: Number(target.value) })}
          />
        </Field>
        <TagPicker
          tags={opened.tags}
          chosen={values.tagList}
          isReadOnly={isReadOnly}
          onChange={(tagList) => change({ tagList })}
        />
        {MARKS.map(([name, label, note]) => (
          <Switch
            key={name}
            label={label}
            note={note}
            isOn={values[name] === 1}
            isDisabled={isReadOnly}
            isChanged={edit.changed.includes(name)}
            onChange={(isOn) => change({ [name]: isOn ? 1 : 0 })}
          />
        ))}
        <Field label="摘要" place="列表、搜索结果" isOptional {...edit.getFieldProps('summary')}>
          <TextInput {...edit.getInputProps('summary')} maxLength={400} readOnly={isReadOnly} />
        </Field>
        <Field label="关键词" place="搜索引擎" isOptional {...edit.getFieldProps('keywords')}>
          <TextInput {...edit.getInputProps('keywords')} maxLength={200} readOnly={isReadOnly} />
        </Field>
        <Switch
          label="原创"
          isOn={values.isOriginal === 1}
          isDisabled={isReadOnly}
          isChanged={edit.changed.includes('isOriginal')}
          onChange={(isOn) => change({ isOriginal: isOn ? 1 : 0 })}
        />
        {values.isOriginal === 0 && (
          <Field label="原文地址" {...edit.getFieldProps('originalUrl')}>
            <TextInput {...edit.getInputProps('originalUrl')} maxLength={1024} readOnly={isReadOnly} />
          </Field>
        )}
      </div>
    </Panel>
  )
}

/** The cover picture of an article. */
export function CoverPanel({ editor }: { editor: ContentEditor }) {
  const api = useApi()
  const [isBusy, setIsBusy] = useState(false)
  const { avatar } = editor.edit.values
  const isReadOnly = editor.lock.isOther
  const upload = async (file: File) => {
    setIsBusy(true)
    try {
      editor.change({ avatar: await uploadPicture(api, file, { onProgress: () => {} }) })
    } catch {
      showToast('error', '封面没有上传，请重试')
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Panel title="封面">
      <div className={styles.stack}>
        {avatar && <img className={styles.cover} src={avatar} alt="" />}
        {!avatar && <p className={styles.fact}>未上传，用本文的版画。</p>}
        {!isReadOnly && (
          <div className={styles.links}>
            <FileButton icon={ImageUp} accept={PICTURE_TYPES} isBusy={isBusy} onFile={(file) => void upload(file)}>
              {isBusy ? '上传中' : '上传图片'}
            </FileButton>
            {avatar && (
              <Button variant="quiet" onClick={() => editor.change({ avatar: '' })}>
                移除封面
              </Button>
            )}
          </div>
        )}
      </div>
    </Panel>
  )
}
