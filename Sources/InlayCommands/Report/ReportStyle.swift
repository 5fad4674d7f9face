/// How a report looks: on a screen, light or dark, and on A4. No colour alone carries a meaning.
enum ReportStyle {
    /// The style sheet.
    static let sheet: StaticString = """
        :root { color-scheme: light dark; --ink: #1c2024; --soft: #5b6570; --line: #d5dae0; --page: #ffffff;
          --panel: #f5f7f9; --good: #17663a; --good-page: #e7f4ec; --bad: #a01622; --bad-page: #fdeaec;
          --open: #7a4b00; --open-page: #fdf3df; }
        @media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --soft: #a3acb5; --line: #3a4148;
          --page: #15181b; --panel: #1e2226; --good: #7fd6a2; --good-page: #14301f; --bad: #ff9aa2;
          --bad-page: #3d161a; --open: #f2c879; --open-page: #362a12; } }
        * { box-sizing: border-box; }
        body { margin: 0 auto; max-width: 60rem; padding: 2rem 1.5rem 3rem; background: var(--page); color: var(--ink);
          font: 1rem/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; }
        h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; }
        h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); }
        h3 { font-size: 1rem; margin: 0; }
        h3.group { margin: 1.4rem 0 0; color: var(--soft); }
        p { margin: .4rem 0; }
        bdi { overflow-wrap: anywhere; }
        .soft { color: var(--soft); }
        .small { font-size: .875rem; }
        .mono { font-family: ui-monospace, "DejaVu Sans Mono", "Liberation Mono", monospace; font-size: .875rem;
          overflow-wrap: anywhere; white-space: pre-wrap; }
        .verdict { border: 2px solid; border-radius: .5rem; padding: 1rem 1.25rem; margin: 1.25rem 0; }
        .verdict .now { font-weight: 700; margin-top: .8rem; } .verdict ol { margin: .2rem 0 0; padding-left: 1.6rem; }
        .verdict p:first-child { font-size: 1.25rem; font-weight: 700; margin: 0 0 .3rem; }
        .verdict ul { margin: .6rem 0 0; padding-left: 1.2rem; }
        .verdict li { margin: .35rem 0; }
        .good { color: var(--good); } .bad { color: var(--bad); } .open { color: var(--open); }
        .verdict.good, .answer.good, .badge.good { background: var(--good-page); border-color: var(--good); }
        .verdict.bad, .answer.bad, .badge.bad { background: var(--bad-page); border-color: var(--bad); }
        .verdict.open, .answer.open, .badge.open { background: var(--open-page); border-color: var(--open); }
        .verdict p, .verdict ul, .verdict ol { color: var(--ink); } .verdict p:first-child { color: inherit; }
        .note { border-left: 4px solid; padding: .3rem .8rem; margin: .6rem 0; }
        .note.bad { background: var(--bad-page); } .note.open { background: var(--open-page); }
        table { border-collapse: collapse; width: 100%; }
        th { text-align: left; font-weight: 600; color: var(--soft); font-size: .875rem; }
        th, td { padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
        td.number, th.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
        .answer, .badge { display: inline-block; border: 1px solid var(--line); border-radius: .3rem; padding: 0 .5rem;
          font-weight: 600; white-space: nowrap; font-size: .875rem; }
        .badge.faint { color: var(--soft); font-weight: 400; }
        .holder { display: flex; gap: 1.5rem; align-items: flex-start; flex-wrap: wrap; }
        .holder figure { margin: 0; width: 11rem; }
        .holder img { width: 100%; height: auto; border: 1px solid var(--line); border-radius: .3rem; display: block; }
        .holder figcaption { font-size: .8rem; color: var(--soft); margin-top: .3rem; }
        .holder > div { flex: 1 1 20rem; min-width: 0; }
        dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: .15rem 1rem; margin: .4rem 0; }
        dt { color: var(--soft); } dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
        .check { display: grid; grid-template-columns: 7rem 1fr; gap: 0 1rem; padding: .7rem 0;
          border-bottom: 1px solid var(--line); }
        .check p { margin: .15rem 0; }
        .check dl, .paper dl, dl.words { font-size: .875rem; } dl.words { grid-template-columns: 12rem 1fr; }
        .paper { background: var(--panel); border: 1px solid var(--line); border-radius: .5rem; padding: .8rem 1rem;
          margin: .75rem 0; }
        footer { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: .6rem; }
        table.short td:first-child { width: 32%; }
        @media (max-width: 34rem) { body { padding: 1rem .8rem 2rem; } table.short tr { display: block;
          padding: .5rem 0; border-bottom: 1px solid var(--line); } table.short td { display: block; border: 0;
          padding: .1rem 0; } table.short td:first-child { width: auto; font-weight: 600; } .check { grid-template-columns: 1fr; } dl, dl.words { grid-template-columns: 1fr; }
          dd { margin-bottom: .35rem; } }
        @page { size: A4; margin: 16mm 15mm 18mm; @bottom-right { content: counter(page) " / " counter(pages);
          font: 8pt sans-serif; color: #5b6570; } }
        @media print { :root { color-scheme: light; --ink: #000; --soft: #444; --line: #bbb; --page: #fff;
          --panel: #fff; --good: #0f5a30; --good-page: #fff; --bad: #8c0d18; --bad-page: #fff; --open: #5f3a00;
          --open-page: #fff; }
          html { font-size: 9.5pt; } body { max-width: none; padding: 0; line-height: 1.4; }
          .verdict { padding: .6rem 1rem; margin: .8rem 0; } .verdict li { margin: .1rem 0; }
          .verdict p:first-child { font-size: 1.15rem; } table.short td { padding: .15rem .75rem .15rem 0; }
          th, td { padding: .25rem .75rem .25rem 0; } .check { padding: .45rem 0; }
          h2 { break-after: avoid; margin-top: 1.4rem; } h3, h2 + p, h2 + p + p { break-after: avoid; }
          .check, .paper, .verdict, .holder, tr, li, dl:not(.words) { break-inside: avoid; }
          footer { break-before: avoid; }
          .holder figure { width: 35mm; } }
        """
}
