import { FEEDBACK_ANSWER_MAX } from '@portal/contract/constants.ts'
import type { Conversation } from '@portal/contract/tickets/conversation.ts'
import { LINK_DAYS } from '@portal/contract/tickets/ticket-rules.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, useActionData, useLoaderData, useNavigation, useSubmit } from 'react-router-dom'
import { CopyFollowLink, toFollowPath } from '#domain/conversation/copy-follow-link.tsx'
import { defineLoader } from '#lib/api/define-loader.ts'
import { countChars } from '#lib/feedback.ts'
import type { MetaOf } from '#lib/meta.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextArea } from '#ui/forms/text-area.tsx'
import { PageFrame } from '#ui/page-head.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import { Time } from '#ui/time.tsx'
import { AnswerPictures } from './answer-pictures.tsx'
import {
  type ConversationNames,
  type ConversationOutcome,
  conversationAction,
  toConversationRef,
} from './conversation-action.ts'
import styles from './conversation-page.module.css'
import { PictureField } from './picture-field.tsx'
import { readNames, storeNames } from './stored-names.ts'

const TITLE = '留言与答复'
const PATH = '/conversation'
const CRUMB = [{ text: '联系我们', to: '/contact-us' }, { text: TITLE }]

export { conversationAction as action }

/** Reads only the address: opening a link, as mail programs do for a preview, shows and changes nothing. */
export const loader = defineLoader(async ({ query }) => ({
  key: query.get('key') ?? '',
  ticket: query.get('ticket') ?? '',
}))

export const meta: MetaOf<typeof loader> = () => ({ title: TITLE, canonical: PATH, isHidden: true })

/** Page on which a visitor reads the answers to a message and replies. */
export function Component() {
  const inAddress = useLoaderData<typeof loader>()
  const outcome = useActionData<ConversationOutcome>()
  // The address of a form's answer has no query in browsers without JavaScript.
  const names = outcome?.names ?? inAddress
  const submit = useSubmit()
  const isKnown = toConversationRef(names) !== null
  const hasAsked = useRef(false)
  // Scripts submit the form, so that the visitor need not press the button. The address of a form's answer does not
  // contain the key, so that the browser's history does not show it; the tab stores the key for a reload.
  useEffect(() => {
    const wanted = isKnown ? names : readNames()
    if (isKnown) storeNames(names)
    if (!wanted || hasAsked.current || outcome) return
    hasAsked.current = true
    void submit({ ...wanted }, { method: 'post', action: PATH, replace: true })
  }, [isKnown, names, outcome, submit])
  const which = <Which names={names} />
  const conversation = outcome?.conversation ?? null
  return (
    <PageFrame
      crumb={CRUMB}
      title={TITLE}
      lead="您的留言与本中心的答复，只有持此链接的人能看到。"
      drawing="hex-prism"
      stone="emerald"
      className={shared.pageTop}
    >
      <div className={styles.content} aria-live="polite">
        {outcome?.kind === 'failed' && (
          <p className={shared.fault} role="alert">
            {outcome.message}
          </p>
        )}
        {conversation ? (
          <>
            <Shown key={conversation.messages.length} conversation={conversation} outcome={outcome} which={which} />
            {names.key && <FollowLink conversationKey={names.key} />}
          </>
        ) : (
          <Closed isKnown={isKnown && outcome?.kind !== 'failed'} which={which} />
        )}
      </div>
    </PageFrame>
  )
}

function Which({ names }: { names: ConversationNames }) {
  return Object.entries(names).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}

/** Shown before the conversation is; the button is for browsers without JavaScript. */
function Closed({ isKnown, which }: { isKnown: boolean; which: ReactNode }) {
  if (!isKnown) {
    return (
      <p>
        请打开您的跟进链接：提交举报后的页面和本中心的邮件里都有，自提交起 {LINK_DAYS} 天内有效。没有保存的，可以到
        <TextLink to="/contact-us">联系我们</TextLink>重新留言。
      </p>
    )
  }
  return (
    <Form method="post" action={PATH} replace>
      {which}
      <Button type="submit">查看留言与答复</Button>
    </Form>
  )
}

/** Link for readers who have left no e-mail address, and who cannot be sent the link again. */
function FollowLink({ conversationKey }: { conversationKey: string }) {
  return (
    <section className={styles.follow} aria-label="跟进链接">
      <p>
        下次从<TextLink to={toFollowPath(conversationKey)}>跟进链接</TextLink>
        查看答复、补充说明。没有留下邮箱的，请现在保存：关闭本页后，我们无法再次发给您。链接自提交起 {LINK_DAYS}{' '}
        天内有效，持有链接的人都能看到内容。
      </p>
      <CopyFollowLink conversationKey={conversationKey} variant="outline" />
    </section>
  )
}

/** Progress of the laboratory, in words for the customer. */
const PROGRESS: Readonly<Record<Conversation['state'], string>> = {
  new: '已收到，待受理',
  open: '处理中',
  waiting: '已答复，可以补充',
  closed: '已办结',
}

interface ShownProps {
  conversation: Conversation
  outcome: ConversationOutcome | undefined
  which: ReactNode
}

function Shown({ conversation: { title, messages, isOpen, state }, outcome, which }: ShownProps) {
  const [text, setText] = useState(outcome?.kind === 'failed' ? outcome.text : '')
  const isBusy = useNavigation().state !== 'idle'
  return (
    <>
      <h2>{title}</h2>
      <p>处理进度：{PROGRESS[state]}</p>
      <ol className={shared.stack4} aria-label="往来">
        {messages.map(({ isOwn, content, pictures, answerPictures, time }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages are only added at the end
          <li className={styles.message} data-own={isOwn || undefined} key={index}>
            <p className={shared.quiet}>
              {isOwn ? '您' : '本中心'} <Time at={time} format="dateTime" />
            </p>
            {content !== '' && <p>{content}</p>}
            {pictures > 0 && <p className={shared.quiet}>附图片 {pictures} 张</p>}
            <AnswerPictures pictures={answerPictures} />
          </li>
        ))}
      </ol>
      {outcome?.kind === 'shown' && outcome.isSent && <p role="status">已收到您的补充，我们会尽快答复。</p>}
      {isOpen ? (
        <Form className={shared.stack3} method="post" action={PATH} encType="multipart/form-data" replace>
          {which}
          <TextArea
            label={state === 'closed' ? '继续提问' : '补充'}
            name="text"
            value={text}
            onChange={({ target }) => setText(target.value)}
            maxLength={FEEDBACK_ANSWER_MAX}
            count={{ now: countChars(text), max: FEEDBACK_ANSWER_MAX }}
          />
          <PictureField />
          <div>
            <Button type="submit" isBusy={isBusy} busyLabel="提交中">
              提交
            </Button>
          </div>
        </Form>
      ) : (
        <p>
          这件留言办结已久。如有新的问题，请到<TextLink to="/contact-us">联系我们</TextLink>重新留言。
        </p>
      )}
    </>
  )
}
