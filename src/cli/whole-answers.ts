/** Tells an answer that lacks a member from a fault of the command that shows it. */

/** Gives the error of an answer that lacks a member; undefined for a whole answer. */
type Complaint = (cause: unknown) => Error | undefined;

/** The answers that a command has read. Absent members pass until the command needs one. */
export interface AnswerLog {
  add(complaint: Complaint): void;
  /** Gives the error of the first answer that lacks a member, if any. */
  complain(cause?: unknown): Error | undefined;
}

export function createAnswerLog(): AnswerLog {
  const complaints: Complaint[] = [];
  return {
    add(complaint) {
      complaints.push(complaint);
    },
    complain(cause) {
      for (const complaint of complaints) {
        const error = complaint(cause);
        if (error !== undefined) return error;
      }
      return undefined;
    },
  };
}

/** Gives the error to show: an absent member makes a command fail with a TypeError. Other errors stay. */
export function explainAbsence(error: unknown, answers: AnswerLog): unknown {
  return error instanceof TypeError ? (answers.complain(error) ?? error) : error;
}
