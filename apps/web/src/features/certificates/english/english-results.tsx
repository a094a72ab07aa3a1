import type { ComponentProps, ReactNode } from 'react'
import { CardLanguage } from '../language/card-texts.ts'
import { OutcomeLanguage } from '../language/outcome-texts.ts'
import { ShareLanguage } from '../language/share-texts.ts'
import { CertificateOutcome } from '../outcomes/certificate-outcome.tsx'
import { OtherOutcome } from '../outcomes/other-outcome.tsx'
import { ScanDialog } from '../scan/scan-dialog.tsx'
import { englishCard } from './english-card.tsx'
import { EnglishComparison } from './english-comparison.tsx'
import { englishOutcomes } from './english-outcomes.tsx'
import { englishShare } from './english-share.tsx'

/* The parts of the lookup that are loaded after its first view, in English. */

/** Sets English as the language of everything about a certificate. */
function InEnglish({ children }: { children: ReactNode }) {
  return (
    <CardLanguage value={englishCard}>
      <OutcomeLanguage value={englishOutcomes}>
        <ShareLanguage value={englishShare}>{children}</ShareLanguage>
      </OutcomeLanguage>
    </CardLanguage>
  )
}

export function EnglishFound(props: ComponentProps<typeof CertificateOutcome>) {
  return (
    <InEnglish>
      <CertificateOutcome {...props} Comparison={EnglishComparison} />
    </InEnglish>
  )
}

export function EnglishOther(props: ComponentProps<typeof OtherOutcome>) {
  return (
    <InEnglish>
      <OtherOutcome {...props} />
    </InEnglish>
  )
}

export function EnglishScan(props: ComponentProps<typeof ScanDialog>) {
  return (
    <InEnglish>
      <ScanDialog {...props} />
    </InEnglish>
  )
}
