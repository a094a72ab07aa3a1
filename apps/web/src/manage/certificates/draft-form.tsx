import type { CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import { DESK_MAX } from '@portal/contract/certificates/desk/desk-rules.ts'
import { type FocusEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate, useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import { CategorySwitch } from '#manage/controls/certificates/category-switch.tsx'
import { isPlaced } from '#manage/controls/certificates/form-fields.ts'
import { useKeys } from '#manage/controls/keys/use-keys.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { DraftConflict } from './conflict/draft-conflict.tsx'
import { type DeskCertificate, describeChange, type PendingChange } from './desk-words.ts'
import { ComparisonPanel } from './form/comparison-panel.tsx'
import styles from './form/form.module.css'
import { focusMember, focusNextFault, handleEnter } from './form/form-focus.ts'
import { FormSections } from './form/form-sections.tsx'
import { MarkNote } from './form/mark-note.tsx'
import { createNext } from './form/next-certificate.ts'
import { SaveStateLine } from './form/save-state.tsx'
import { SubmitBar } from './form/submit-bar.tsx'
import { setTypedValue } from './form/typed-values.ts'
import { DeskPictures } from './pictures/desk-pictures.tsx'
import { useDeskPictures } from './pictures/use-desk-pictures.ts'
import { type SaveState, useAutosave } from './use-autosave.ts'

interface DraftFormProps {
  certificateNo: string
  pendingChange: PendingChange
  rules: DeskCertificate['rules']
  marks: DeskCertificate['marks']
  /** Content below the form. */
  children: ReactNode
}

/**
 * The form of an unpublished certificate, with the published constants beside it. It saves itself; faults and warnings are shown
 * at their fields.
 */
export function DraftForm({ certificateNo, pendingChange, rules, marks, children }: DraftFormProps) {
  const api = useApi()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const fieldsRef = useRef<HTMLDivElement>(null)
  const conflictRef = useRef<HTMLDivElement>(null)
  const draft = useAutosave(certificateNo, pendingChange)
  const { form, faults, warnings, answers, state, conflict } = draft
  const pictures = useDeskPictures({
    certificateNo,
    pictures: form.pictures,
    onChange: (changed) => draft.change({ form: { ...form, pictures: changed } }),
  })
  const open = warnings.filter(({ key }) => !answers.some((answer) => answer.key === key))

  // An empty field is no fault yet: before the first save, before the user has left it, or has asked for the next fault.
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isAsked, setIsAsked] = useState(false)
  const isTried = isAsked || draft.revision() !== pendingChange.revision
  const shownFaults = faults.filter(({ member }) => isTried || !isToFill(pendingChange.form, member, left))
  const handleBlur = ({ target }: FocusEvent<HTMLElement>) => {
    const member = target.closest<HTMLElement>('[data-member]')?.dataset.member
    if (member !== undefined && !left.has(member)) setLeft(new Set([...left, member]))
  }

  const goToNextFault = () => {
    flushSync(() => setIsAsked(true))
    return focusNextFault(fieldsRef.current)
  }
  async function submit() {
    if (pictures.pending !== '' || !(await draft.flush())) return
    if (!draft.isReady()) return void goToNextFault()
    const call = { params: { certificateNo }, body: { revision: draft.revision() } }
    const isSubmitted = await api.call('POST /v1/manage/certificates/{certificateNo}/submit', call).catch(() => null)
    if (isSubmitted === null) {
      await draft.refresh()
      return void revalidate()
    }
    showToast('success', '已提交审批')
    await revalidate()
  }
  async function saveAndCreate() {
    if (pictures.pending !== '' || !(await draft.flush())) return
    const next = await createNext(api, form).catch(() => null)
    if (next) await navigate(`/certificates/${next}`)
  }
  useKeys({
    'Mod+Enter': { words: '提交审批', run: () => void submit() },
    'Mod+ArrowDown': { words: '保存并新建下一份', run: () => void saveAndCreate() },
    F8: { words: '下一处错误或警示', run: goToNextFault },
    // `handleEnter` handles the key inside a field; this entry only lists it.
    Enter: { words: '下一栏', run: () => false },
  })
  const type = (member: string, value: string) =>
    draft.change({ form: { ...form, fields: setTypedValue(form.fields, form.category, member, value) } })
  const answer = (key: string, text: string) => {
    // Answers for former values are kept, because they apply again when the value returns.
    const others = answers.filter((one) => one.key !== key).slice(1 - DESK_MAX.answers)
    draft.change({ answers: text.trim() === '' ? others : [...others, { key, text }] })
  }
  return (
    <div className={styles.root}>
      <DraftHead pendingChange={pendingChange} state={state} savedAt={draft.savedAt} />
      {conflict && (
        <div ref={conflictRef} tabIndex={-1}>
          <DraftConflict {...conflict} onSave={draft.resolve} onBack={draft.postpone} onDiscard={draft.discard} />
        </div>
      )}
      <CategorySwitch
        category={form.category}
        onChange={(category: CertificateCategory) => draft.change({ form: { ...form, category } })}
      />
      <div className={styles.columns}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the fields inside */}
        <div
          className={styles.fields}
          ref={fieldsRef}
          onBlur={handleBlur}
          onKeyDown={(event) => handleEnter(event.currentTarget, event)}
        >
          <FormSections
            {...{ form, warnings, answers, rules }}
            faults={shownFaults}
            onType={type}
            onAnswer={answer}
            onFix={(member) => focusMember(fieldsRef.current, member)}
          >
            {(shownWarnings) => (
              <DeskPictures
                pictures={form.pictures}
                desk={pictures}
                faults={shownFaults.filter(({ member }) => member === 'pictures').map(({ text }) => text)}
                isWarned={open.some(({ member }) => member === 'pictures')}
                warnings={shownWarnings}
              />
            )}
          </FormSections>
        </div>
        <aside className={styles.aside} aria-label="对照">
          <ComparisonPanel fields={form.fields} />
        </aside>
      </div>
      <MarkNote marks={marks} form={form} />
      {children}
      <SubmitBar
        faults={faults.length}
        warnings={warnings.length}
        open={open.length}
        pending={pictures.pending}
        onChoose={conflict ? () => conflictRef.current?.focus() : undefined}
        hasEnded={state === 'ended'}
        onNextFault={goToNextFault}
        onNew={() => void saveAndCreate()}
        onSubmit={() => void submit()}
      />
    </div>
  )
}

/** Whether a member had no value when the page was opened, and the user has not left its field. */
function isToFill(
  { category, fields, pictures }: PendingChange['form'],
  member: string | null,
  left: ReadonlySet<string>,
) {
  if (member === null) return false
  if (member === 'pictures') return pictures.length === 0
  return isPlaced(category, member) && !fields[member] && !left.has(member)
}

interface DraftHeadProps {
  pendingChange: PendingChange
  state: SaveState
  savedAt: string
}

/** The reason of a return, the version, and the state of the automatic saving. */
function DraftHead({ pendingChange, state, savedAt }: DraftHeadProps) {
  return (
    <>
      {pendingChange.returnReason && (
        <Note tone="warning" title="退回">
          {pendingChange.returnReason}
        </Note>
      )}
      <div className={styles.top}>
        <p>{describeChange(pendingChange)}　核对码已生成，只印不显</p>
        <SaveStateLine state={state} savedAt={savedAt.slice(11)} />
      </div>
    </>
  )
}
