import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import { useState } from 'react'
import { useTexts } from '../texts/texts.tsx'
import { listSteps } from './comparison-steps.ts'
import { type Answers, combineResults, judgeStep, NO_ANSWERS } from './judge-step.ts'

export type ComparisonState = ReturnType<typeof useComparison>

/** State of a comparison. Nothing is sent or stored. */
export function useComparison(certificate: Certificate) {
  const { reasons } = useTexts('comparison')
  const steps = listSteps(certificate)
  const [answers, setAnswers] = useState(NO_ANSWERS)
  /** Answers on which the shown finding is based, so that it does not change while the visitor types. */
  const [settled, setSettled] = useState(NO_ANSWERS)
  const [at, setAt] = useState(0)
  const results = steps.map((step) => judgeStep(step, certificate, answers, reasons))
  const step = steps[at]
  const goTo = (place: number) => {
    setSettled(answers)
    setAt(place)
  }
  return {
    certificate,
    steps,
    /** Index of the current step; beyond the last when all are done. */
    at,
    /** `undefined` after the last step, when the verdict is shown. */
    step,
    answers,
    results,
    verdict: combineResults(results),
    finding: step && hasAnswer(step, settled) ? judgeStep(step, certificate, settled, reasons) : null,
    /** Applies a choice, which counts at once. */
    choose: (changes: Partial<Answers>) => {
      setAnswers({ ...answers, ...changes })
      setSettled({ ...answers, ...changes })
    },
    /** Stores typed input, which counts when the field loses the focus. */
    type: (changes: Partial<Answers>) => setAnswers({ ...answers, ...changes }),
    settle: () => setSettled(answers),
    next: () => goTo(at + 1),
    back: () => goTo(at - 1),
    restart: () => {
      setAnswers(NO_ANSWERS)
      setSettled(NO_ANSWERS)
      setAt(0)
    },
  }
}

function hasAnswer(step: string, answers: Answers): boolean {
  const input: Record<string, boolean> = {
    picture: answers.picture !== '',
    mass: answers.massTyped.trim() !== '',
    size: answers.shape !== '' || Object.values(answers.lengthsTyped).some((typed) => typed.trim() !== ''),
    inscription: answers.inscriptionTyped.trim() !== '' || answers.isUninscribed,
    conclusion: answers.conclusion !== '' || answers.conclusionTyped.trim() !== '',
  }
  return input[step] ?? false
}

/** Props of the fields of each step. */
export type FieldsProps = Pick<ComparisonState, 'certificate' | 'answers' | 'choose' | 'type'>
