import { NO_TITLE } from '@portal/contract/articles/article-words.ts'
import styles from './content-fields.module.css'
import type { ContentEditor } from './use-content-editor.ts'

/** The title field, in the size in which readers see the title. */
export function TitleInput({ editor }: { editor: ContentEditor }) {
  const { error } = editor.edit.getFieldProps('title')
  const { value, ...input } = editor.edit.getInputProps('title')
  return (
    <>
      <input
        {...input}
        className={styles.title}
        aria-label="标题"
        maxLength={120}
        placeholder="标题"
        value={value}
        readOnly={editor.lock.isOther}
        // The first title replaces the one of a new draft.
        onFocus={({ target }) => value === NO_TITLE && target.select()}
        aria-invalid={error ? true : undefined}
      />
      {error && (
        <p className={styles.fault} role="alert">
          {error}
        </p>
      )}
    </>
  )
}
