import {
  COMMENT_DAYS_CHOICES,
  COMMENT_POLICIES,
  COMMENT_WORDS_MAX,
  type CommentPolicy,
  DEFAULT_POLICY,
  describeSiteCommentDays,
} from '@portal/contract/community/comment-policy.ts'
import { CheckBox } from '#manage/controls/forms/check-box.tsx'
import { Pick } from '#manage/controls/forms/check-group.tsx'
import { Field, FieldGroup } from '#manage/controls/forms/field.tsx'
import { Select } from '#manage/controls/forms/inputs.tsx'
import styles from './comments-tab.module.css'
import { LinesField } from './lines-field.tsx'
import { useMember, useSiteForm } from './site-form.ts'

const POLICIES = Object.keys(COMMENT_POLICIES) as CommentPolicy[]
const NOTES: Partial<Record<CommentPolicy, string>> = { first: '通过一次之后，同一个人不必再审；推荐' }

function CloseDaysField() {
  const { edit } = useSiteForm()
  const { field, input } = useMember('commentCloseDays')
  const days = edit.values.commentCloseDays ?? null
  const choices: (number | null)[] = [null, ...COMMENT_DAYS_CHOICES]
  if (!choices.includes(days)) choices.push(days)
  return (
    <Field {...field} hint="从第一次发布起算，导入的文章按原网站的日期；单篇可以在编辑页另定">
      <Select
        {...input}
        value={String(days ?? '')}
        options={choices.map((value) => ({ value: String(value ?? ''), label: describeSiteCommentDays(value) }))}
        onChange={({ target }) => edit.change({ commentCloseDays: target.value ? Number(target.value) : null })}
      />
    </Field>
  )
}

/** The tab 评论. */
export function CommentsTab() {
  const { edit } = useSiteForm()
  const words = edit.values.commentWords?.length ?? 0
  const policy = edit.values.commentPolicy ?? DEFAULT_POLICY
  return (
    <>
      <FieldGroup title="谁的评论先审核" note="审核前只有作者本人看得到，通过时才通知被回复的人。工作人员的评论不审">
        <div className={styles.policies} role="radiogroup" aria-label="谁的评论先审核">
          {POLICIES.map((value) => (
            <Pick key={value} label={COMMENT_POLICIES[value]} note={NOTES[value]}>
              <CheckBox
                type="radio"
                name="commentPolicy"
                checked={policy === value}
                onChange={() => edit.change({ commentPolicy: value })}
              />
            </Pick>
          ))}
        </div>
      </FieldGroup>
      <FieldGroup title="拦截的词" note="命中即待审，不会自动删除">
        <LinesField
          name="commentWords"
          label="每行一个"
          place={`${words} / ${COMMENT_WORDS_MAX} 个`}
          hint="不分全角半角、大小写与中间的空格"
          rows={8}
        />
      </FieldGroup>
      <FieldGroup title="什么时候关闭" note="关闭后已有的评论照常显示，不再收新的评论与回复">
        <CloseDaysField />
      </FieldGroup>
    </>
  )
}
