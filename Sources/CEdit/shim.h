#ifndef INLAY_CEDIT_SHIM_H
#define INLAY_CEDIT_SHIM_H

#include <histedit.h>
#include <locale.h>
#include <stdio.h>

/* el_set and history take lists of arguments of any length, which Swift cannot call. */

/* An editor over the terminal that prompts with what `prompt` returns, remembers `context`, and edits in emacs style.
   NULL when there is no memory, or no terminal that can be edited on. */
static inline EditLine *inlay_edit_begin(
    const char *program, void *context, char *(*prompt)(EditLine *), History *past,
    unsigned char (*complete)(EditLine *, int), unsigned char (*cancel)(EditLine *, int)) {
    setlocale(LC_CTYPE, "");
    EditLine *editor = el_init(program, stdin, stdout, stderr);
    if (!editor) return NULL;
    el_set(editor, EL_CLIENTDATA, context);
    el_set(editor, EL_PROMPT, prompt);
    el_set(editor, EL_EDITOR, "emacs");
    el_set(editor, EL_HIST, history, past);
    el_set(editor, EL_ADDFN, "inlay-complete", "complete the word", complete);
    el_set(editor, EL_BIND, "^I", "inlay-complete", NULL);
    el_set(editor, EL_ADDFN, "inlay-cancel", "begin a new line", cancel);
    /* While a line is edited, Ctrl-C is a key like others and ends no program. */
    el_set(editor, EL_SETTY, "-d", "-isig", NULL);
    el_set(editor, EL_BIND, "^C", "inlay-cancel", NULL);
    el_set(editor, EL_BIND, "^R", "em-inc-search-prev", NULL);
    return editor;
}

static inline void *inlay_edit_context(EditLine *editor) {
    void *context = NULL;
    el_get(editor, EL_CLIENTDATA, &context);
    return context;
}

/* Shows text below the line that is edited. */
static inline void inlay_edit_show(const char *text) {
    fputs(text, stdout);
    fflush(stdout);
}

static inline History *inlay_history_begin(int size) {
    History *past = history_init();
    HistEvent event;
    if (past) {
        history(past, &event, H_SETSIZE, size);
        history(past, &event, H_SETUNIQUE, 1);
    }
    return past;
}

static inline void inlay_history_add(History *past, const char *line) {
    HistEvent event;
    history(past, &event, H_ENTER, line);
}

#endif
