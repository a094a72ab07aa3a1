import { ImageUp } from '@lucide/icons'
import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { uploadFault } from '#lib/api/picture-queue.ts'
import { findPictureFault, PICTURE_TYPES } from '#lib/api/picture-upload.ts'
import { Field } from '#manage/controls/forms/field.tsx'
import { Select, TextInput } from '#manage/controls/forms/inputs.tsx'
import { Switch } from '#manage/controls/forms/switch.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { findPixelFault } from '#manage/controls/media/media-words.ts'
import { uploadToLibrary } from '#manage/controls/media/upload-to-library.ts'
import { Button } from '#ui/forms/button.tsx'
import { FileButton } from '#ui/forms/file-button.tsx'
import { AddressPanel } from './address/address-panel.tsx'
import { CommentsPanel } from './comments-panel.tsx'
import styles from './content-fields.module.css'
import type { OpenedContent } from './load-content.ts'
import { TagPicker } from './tag-picker.tsx'
import type { ContentEditor } from './use-content-editor.ts'
import { ViewsPanel } from './views-panel.tsx'

const MARKS = [
  ['isStick', '置顶', '在栏目与首页列表最前'],
  ['isRecommend', '推荐', '在首页新闻区显示'],
  ['isCarousel', '轮播', '给接入本站内容的小程序或 App，在它们的首页轮流显示；网站上不显示'],
] as const

/** The panels beside the text of an article: category, tags, cover and other facts of publication. */
export function PublishPanel({ editor, opened }: { editor: ContentEditor; opened: OpenedContent }) {
  const { edit, change } = editor
  const { values } = edit
  const isReadOnly = editor.lock.isOther
  const { nickname } = opened.article
  return (
    <>
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
      <AddressPanel editor={editor} opened={opened} />
      {(opened.article.state === 'published' || opened.article.state === 'offShelf') && (
        <ViewsPanel articleId={opened.article.id} />
      )}
      <CommentsPanel articleId={opened.article.id} />
    </>
  )
}

/** The cover picture of an article. */
export function CoverPanel({ editor }: { editor: ContentEditor }) {
  const api = useApi()
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState('')
  const { avatar } = editor.edit.values
  const isReadOnly = editor.lock.isOther
  const upload = async (file: File) => {
    const found = findPictureFault(file) ?? (await findPixelFault(file))
    setFault(found ?? '')
    if (found !== null) return
    setIsBusy(true)
    try {
      const { item } = await uploadToLibrary(api, file, () => {})
      editor.change({ avatar: item.url })
    } catch (reason) {
      setFault(uploadFault(reason, '封面没有上传，请重试'))
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
        {fault && (
          <Note tone="error" isLive>
            {fault}
          </Note>
        )}
      </div>
    </Panel>
  )
}
