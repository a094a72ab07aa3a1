import { createCertificateFollower } from './certificate-drafts.ts'
import { createOrderMails } from './order-news.ts'
import { createOrderRepository } from './order-repository.ts'
import { createSamplePictures } from './pictures/sample-pictures.ts'
import { createOrderReminders } from './sweeps/order-reminders.ts'
import { createOrderRetention } from './sweeps/order-retention.ts'

type Options = Parameters<typeof createOrderRepository>[0] &
  Parameters<typeof createOrderReminders>[0] &
  Parameters<typeof createSamplePictures>[0]

/** Creates what reads orders, stores their pictures, reminds of them and removes them. */
export function createOrders(options: Options) {
  return {
    orders: createOrderRepository(options),
    samplePictures: createSamplePictures(options),
    orderReminders: createOrderReminders(options),
    orderRetention: createOrderRetention(options),
  }
}

/** Creates the handlers of the jobs of orders. */
export function createOrderJobs(options: Parameters<typeof createOrderMails>[0]) {
  return {
    orderMail: createOrderMails(options),
    sampleCertificate: createCertificateFollower(options),
  }
}
