import type { ReactNode, Ref } from 'react'
import { Container } from '#ui/container.tsx'
import { Crumb, type CrumbStep } from '#ui/crumb.tsx'
import styles from './orders.module.css'

interface OrderHeadProps {
  crumb: readonly CrumbStep[]
  title: string
  lead?: ReactNode
  titleRef?: Ref<HTMLHeadingElement>
}

/** Head of the pages of orders, which is low: the form comes first. */
export function OrderHead({ crumb, title, lead, titleRef }: OrderHeadProps) {
  return (
    <Container className={styles.headRoot}>
      <Crumb steps={crumb} />
      <h1 className={styles.headTitle} ref={titleRef} tabIndex={titleRef ? -1 : undefined}>
        {title}
      </h1>
      {lead && <p className={styles.headLead}>{lead}</p>}
    </Container>
  )
}
