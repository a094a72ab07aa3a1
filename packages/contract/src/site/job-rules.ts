/**
 * Kinds of work that the site does on its own. `savedCertificateNotice`: notices of a changed certificate to the members who
 * saved it; `savedCertificateMail`: the mail to one of them;
 * `endpointMail`: the mail to a partner whose endpoint was switched off;
 * `endpointRemoval`: deletes a removed endpoint;
 * `publishing`: publishes an article at its set time; `bulkChange`: changes many articles; `contentCheck`: checks all texts;
 * `certificateApproval`: approves certificates that a signatory has read;
 * `certificateBatch`: checks a file of certificates, stores it at the desk, or deletes it;
 * `webhookDelivery`: delivers the events of a partner's endpoint.
 */
export const JOB_KINDS = [
  'ticketMail',
  'savedCertificateNotice',
  'savedCertificateMail',
  'endpointMail',
  'endpointRemoval',
  'publishing',
  'bulkChange',
  'contentCheck',
  'certificateBatch',
  'certificateApproval',
  'webhookDelivery',
] as const
export type JobKind = (typeof JOB_KINDS)[number]
